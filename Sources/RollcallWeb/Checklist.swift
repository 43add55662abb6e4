import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// What is still to be done in a new workspace, above its board.
struct ChecklistPart: PagePart {
  var items: [ChecklistItem]
  /// The form that hides it.
  var hide: String
}

/// One step.
struct ChecklistItem: PagePart {
  var isDone: Bool
  var label, href, detail: String
}

/// First steps of a workspace.
struct ChecklistWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.console(
        .post, "/w/{ws}/board/checklist", .manageWorkspace, body: .form(limit: 8_192), hide)
    ]
  }

  /// `POST /w/{ws}/board/checklist`: hides it for everybody; a setting of the workspace shows it again.
  @Sendable func hide(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    _ = try store.fleet.setWorkspace(slug: workspace.slug, by: asked.visitor.scope.actor) {
      $0.showsChecklist = false
    }
    return .redirect(to: Shell.Section.board.path(workspace.slug))
  }

  /// The steps; `nil` for readers who cannot take them, and when all are done. Blocks.
  func part(_ asked: ConsoleRequest) throws(StoreError) -> ChecklistPart? {
    let workspace = asked.visitor.workspace
    guard asked.visitor.role.allows(.manageWorkspace), workspace.showsChecklist else { return nil }
    let people = store.liveness.board(of: workspace.id).filter(\.person.isActive)
    let heard = people.count { $0.live.lastContact != nil }
    let onDuty = people.count { $0.live.duty.isWatched }
    let lost = ServerWeb(web: web).unreachableHost(asked.request)
    let hasChannel = try !store.channels.all(of: workspace.id).isEmpty
    let list = Shell.Section.responders.path(workspace.slug)
    let ownsServer = try ServerWeb(web: web).isOpen(to: asked.visitor.account)
    var items = [
      ChecklistItem(
        isDone: !people.isEmpty, label: Words.Checklist.people,
        href: people.isEmpty ? PagePath.importPeople(workspace.slug) : list,
        detail: Words.Checklist.people(people.count)),
      ChecklistItem(
        isDone: lost == nil, label: Words.Checklist.address,
        href: ownsServer ? ServerWeb.path : "",
        detail: lost.map { Words.Checklist.address($0) } ?? Words.Checklist.addressIsSet),
      ChecklistItem(
        isDone: !people.isEmpty && heard == people.count, label: Words.Checklist.phones,
        href: "\(PagePath.cards(workspace.slug))?new=1",
        detail: Words.Checklist.phones(heard, of: people.count)),
      ChecklistItem(
        isDone: onDuty > 0, label: Words.Checklist.duty, href: list, detail: Words.Checklist.duty(onDuty)),
      ChecklistItem(
        isDone: hasChannel, label: Words.Checklist.channel,
        href: PagePath.settings(workspace.slug, "channels"),
        detail: hasChannel ? Words.Checklist.hasChannel : Words.Checklist.noChannel),
    ]
    // Others cannot start one.
    if ownsServer {
      let isBackedUp = BackupNote.read(beside: store.path) != nil
      items.append(
        ChecklistItem(
          isDone: isBackedUp, label: Words.Checklist.backup, href: ServerWeb.path,
          detail: isBackedUp ? Words.Checklist.hasBackup : Words.Checklist.noBackup))
    }
    guard items.contains(where: { !$0.isDone }) else { return nil }
    return ChecklistPart(items: items, hide: "\(Shell.Section.board.path(workspace.slug))/checklist")
  }
}
