import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension ConnectWeb {
  /// `GET /w/{ws}/devices/{id}`
  @Sendable func device(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let isSaved = asked.request.query["saved"] != nil
    return try devicePage(
      asked, try deviceView(asked), notice: isSaved ? ActionNotice(.calm, Words.Connect.settingsSaved) : nil)
  }

  /// `POST /w/{ws}/devices/{id}`
  @Sendable func saveDevice(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let view = try deviceView(asked)
    let typed = DevicePage.Typed(
      name: form["name"] ?? "", onDuty: form["on_duty"] ?? "", onMission: form["on_mission"] ?? "",
      unit: form["unit"] ?? view.device.speedUnit.rawValue,
      commands: form["commands"] ?? (view.device.takesCommands ? "yes" : "no"))
    var problems: [FieldProblem] = []
    let intervals = ConnectForm.intervals(onDuty: typed.onDuty, onMission: typed.onMission, &problems)
    let unit = Adapter.SpeedUnit(rawValue: typed.unit)
    if unit == nil { problems.append(FieldProblem("unit", Words.Connect.noSuchUnit)) }
    if !typed.name.hasBytes(NameLimits.name)
      || typed.name.hasControlCharacters
    {
      problems.append(FieldProblem("name", Words.Connect.nameFormat))
    }
    guard problems.isEmpty, let unit else {
      return try devicePage(asked, view, typed: typed, problems: problems)
    }
    let settings = AdapterDeviceSettings(
      name: typed.name, speedUnit: unit, intervals: intervals, takesCommands: typed.commands == "yes")
    try store.phones.setAdapterDevice(
      view.device.id, settings, in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  /// `POST /w/{ws}/devices/{id}/replace`: replaces the secret; the answer shows the new one, once.
  @Sendable func replaceDevice(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let view = try deviceView(asked)
    let workspace = asked.visitor.workspace
    guard let entry = store.liveness.boardEntry(of: view.device.responder, in: workspace.id) else {
      throw .notFound("responder")
    }
    // The old device first: a finder of it must not report a moment longer, even if the rest fails.
    try store.phones.revokeAdapterDevice(view.device.id, in: asked.visitor.scope)
    let issued = try store.phones.issueAdapterDevice(
      view.device.adapter, view.device.settings, for: entry.id, in: asked.visitor.scope)
    return try connectAnswer(
      asked, ConnectedPerson(person: entry.person, duty: entry.live.duty, version: entry.version),
      code: code(of: issued, app: view.device.app, asked.request),
      notice: ActionNotice(.calm, Words.Connect.oldSecretStoppedWorking))
  }

  /// `POST /w/{ws}/devices/{id}/revoke`
  @Sendable func revokeDevice(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let view = try deviceView(asked)
    try store.phones.revokeAdapterDevice(
      view.device.id, in: asked.visitor.scope)
    let path = PagePath.connect(asked.visitor.workspace.slug, view.device.responder)
    return .redirect(to: "\(path)?done=revoked")
  }

  /// The device of the path, if it works.
  private func deviceView(_ asked: ConsoleRequest) throws(StoreError) -> AdapterDeviceView {
    guard let id = asked.request.pathID,
      let view = try store.phones.adapterDevice(AdapterDevice.ID(id), in: asked.visitor.workspace.id),
      view.device.revokedAt == nil
    else { throw .notFound("device") }
    return view
  }

  private func devicePage(
    _ asked: ConsoleRequest, _ view: AdapterDeviceView, typed: DevicePage.Typed? = nil,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    guard let entry = store.liveness.boardEntry(of: view.device.responder, in: workspace.id) else {
      throw .notFound("responder")
    }
    let device = view.device
    let page = DevicePage(
      shell: web.shell(.responders, asked.visitor, title: device.name), slug: workspace.slug,
      person: (entry.id, entry.person.name), DeviceFacts(view), lastDrops: view.lastDrops,
      userAgent: view.userAgent,
      typed: typed
        ?? DevicePage.Typed(
          name: device.name, onDuty: "\(device.intervals.onDuty)", onMission: "\(device.intervals.onMission)",
          unit: device.speedUnit.rawValue, commands: device.takesCommands ? "yes" : "no"),
      problems: problems, notice: notice, clock: Zone.pageClock(workspace.timeZone, now: store.clock()))
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
