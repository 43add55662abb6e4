import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// The addresses of a workspace.
struct PlaceWeb: WebPart {
  let web: Web

  /// The largest file, bytes: about half a million addresses. Larger ones come by the command line.
  static let largest = 24 * 1_024 * 1_024

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/settings/addresses", .manageWorkspace, addresses),
      door.console(
        .post, "/w/{ws}/settings/addresses", .manageWorkspace, lane: .slow,
        body: .upload(limit: Self.largest + 16_384), importAddresses),
      door.console(
        .post, "/w/{ws}/settings/addresses/remove", .manageWorkspace, body: .form(limit: 8_192),
        removeAddresses),
    ]
  }

  /// `GET /w/{ws}/settings/addresses`
  @Sendable func addresses(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    page(asked, notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/addresses`: a file, which takes the place of what is there, or changes nothing.
  @Sendable func importAddresses(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedUpload(asked) else { return web.fleet.refuseForm(asked) }
    guard let file = form.files.first(where: { $0.field == "file" && !$0.bytes.isEmpty }) else {
      return page(asked, problems: [FieldProblem("file", Words.Places.noFile)])
    }
    let draft = try PlaceStore.beginAddresses(database: store.path)
    defer { draft.discard() }
    var list = AddressList()
    var rest = file.bytes[...]
    while true {
      let block = rest.prefix(Self.block)
      rest = rest.dropFirst(block.count)
      let read: [NewAddress]
      do throws(CSVError) { read = try list.read(block, isLast: rest.isEmpty) } catch {
        return page(asked, problems: [FieldProblem("file", Words.Places.line(error.line, error.reason))])
      }
      try draft.add(read)
      if rest.isEmpty { break }
    }
    try draft.finish()
    try store.places.adopt(draft.path, in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  private static let block = 1 << 20

  /// `POST /w/{ws}/settings/addresses/remove`
  @Sendable func removeAddresses(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    try store.places.removeAddresses(in: asked.visitor.scope)
    return .redirect(to: "\(AddressesPage.path(asked.visitor.workspace.slug))?saved=1")
  }

  private func page(
    _ asked: ConsoleRequest, problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) -> Response {
    let workspace = asked.visitor.workspace
    let page = AddressesPage(
      shell: web.fleet.settingsShell(Words.Places.addresses, asked), slug: workspace.slug,
      count: store.places.addressCount(of: workspace.id), problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
