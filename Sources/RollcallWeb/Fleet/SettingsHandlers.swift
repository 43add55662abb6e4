import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension FleetWeb {
  /// `GET /w/{ws}/settings/flags`
  @Sendable func flagSettings(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let rollout = try store.fleet.rollout(of: asked.visitor.workspace.id)
    let typed = Rollout.Flag.allCases.map { String(rollout.percent[$0, default: 100]) }
    let page = try flagsPage(
      asked, rollout, typed, notice: savedNotice(asked, Words.Settings.holdsAtOnce))
    return web.html(pages.render(page))
  }

  /// `POST /w/{ws}/settings/flags`
  @Sendable func saveFlags(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = trustedForm(asked) else { return refuseForm(asked) }
    let workspace = asked.visitor.workspace.id
    let typed = Rollout.Flag.allCases.map { form[$0.rawValue] ?? "" }
    var percent: [Rollout.Flag: Int] = [:]
    var problems: [FieldProblem] = []
    for (flag, text) in zip(Rollout.Flag.allCases, typed) {
      percent[flag] = WholeNumber(0...100).read(text, flag.rawValue, &problems)
    }
    guard problems.isEmpty else {
      let page = try flagsPage(asked, store.fleet.rollout(of: workspace), typed, problems: problems)
      return web.html(pages.render(page), status: .badRequest)
    }
    try store.fleet.setRollout(Rollout(percent: percent), of: workspace, by: asked.visitor.scope.actor)
    return saved(asked)
  }

  private func flagsPage(
    _ asked: ConsoleRequest, _ rollout: Rollout, _ typed: [String], problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) throws(StoreError) -> FlagsPage {
    let people = try store.fleet.activePeople(of: asked.visitor.workspace.id)
    return FlagsPage(
      shell: settingsShell(Words.Settings.rollout, asked), slug: asked.visitor.workspace.slug,
      flags: zip(Rollout.Flag.allCases, typed).map { flag, text in
        (flag.rawValue, text, people.count { rollout.isOn(flag, for: $0.id) }, people.count)
      }, problems: problems, notice: notice)
  }
}
