import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// The person whose phone is connected.
struct ConnectedPerson {
  let person: Responder
  let duty: DutyState
  /// Grows with each change of their row of the board.
  let version: Int64

  var id: Responder.ID { person.id }
}

extension ConnectWeb {
  /// `GET /w/{ws}/responders/{id}/connect`; with `fragment=1` the part that an open page polls.
  @Sendable func connect(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    var facts = web.live.facts(asked, at: store.clock())
    let notice: ActionNotice? =
      switch asked.request.query["done"] {
      case "revoked":
        ActionNotice(.calm, Words.Connect.itIsRevoked, detail: Words.Connect.appCannotReportAnyMore)
      case "own": ActionNotice(.calm, Words.Connect.linkTakenBack, detail: Words.Connect.opensNothingAnyMore)
      default: nil
      }
    let person = try connected(asked)
    facts.add("\(person.id.rawValue) \(person.version) \(store.changes.count(of: person.id))")
    return try web.live.polled(of: facts, asked.request, version: \ConnectPage.version) {
      () throws(StoreError) in
      try connectPage(asked, person, notice: notice)
    }
  }

  /// `POST /w/{ws}/responders/{id}/connect`: the answer shows the code, once.
  @Sendable func makeDevice(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let entry = try connected(asked)
    let typed = ConnectForm { form[$0] }
    let read = typed.read()
    guard let app = read.app, let intervals = read.intervals else {
      return try connectAnswer(asked, entry, form: typed, problems: read.problems)
    }
    let settings = AdapterDeviceSettings(
      name: typed.name.utf8.isEmpty ? app.shortName : typed.name, intervals: intervals,
      // An app set up by our own code or link is set up to obey.
      takesCommands: app.adapter.intervalControl == .whereAllowed)
    do throws(StoreError) {
      let issued = try store.phones.issueAdapterDevice(
        app.adapter, settings, for: entry.id, in: asked.visitor.scope)
      return try connectAnswer(asked, entry, code: code(of: issued, app: app, asked.request))
    } catch {
      guard case .conflict(let reason) = error else { throw error }
      return try connectAnswer(asked, entry, form: typed, problems: [FieldProblem("app", "\(reason).")])
    }
  }

  /// The code of a new device.
  func code(of issued: IssuedAdapterDevice, app: PhoneApp, _ request: Request) -> ConnectCode {
    ConnectCode(app, enrolment(of: app, issued.secret.text, issued.device.intervals, request))
  }

  /// How an app is set up to report here.
  func enrolment(
    of app: PhoneApp, _ secret: String, _ intervals: ReportIntervals, _ request: Request
  ) -> PhoneEnrolment {
    PhoneEnrolment(app, server: web.members.link(request, ""), secret: secret, intervals: intervals)
  }

  /// `POST /w/{ws}/responders/{id}/own-link`: makes the link of their own page, shown once, or revokes it.
  @Sendable func setOwnLink(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let entry = try connected(asked)
    let workspace = asked.visitor.workspace
    if form["do"] == "revoke" {
      try store.phones.revokeOwnLink(of: entry.id, in: asked.visitor.scope)
      return .redirect(to: "\(PagePath.connect(workspace.slug, entry.id))?done=own")
    }
    var problems: [FieldProblem] = []
    guard let days = WholeNumber(PhoneStore.ownLinkDays).read(form["days"] ?? "", "days", &problems) else {
      return try connectAnswer(asked, entry, problems: problems)
    }
    let secret = try store.phones.makeOwnLink(
      of: entry.id, days: days, in: asked.visitor.scope)
    let link = web.members.link(asked.request, PagePath.own(secret.text))
    return try connectAnswer(asked, entry, secret: .ownPage(of: entry.person.name, link: link))
  }

  /// `POST /w/{ws}/responders/{id}/let-in`: the answer shows a code, once.
  @Sendable func letIn(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard web.fleet.trustedForm(asked) != nil else { return web.fleet.refuseForm(asked) }
    let entry = try connected(asked)
    let code = try store.phones.makeLetInCode(
      of: entry.id, in: asked.visitor.scope)
    return try connectAnswer(asked, entry, secret: .letIn(entry.person.name, code: code))
  }

  /// The person named in the path.
  private func connected(_ asked: ConsoleRequest) throws(StoreError) -> ConnectedPerson {
    guard let id = asked.request.pathID,
      let entry = store.liveness.boardEntry(of: Responder.ID(id), in: asked.visitor.workspace.id),
      try !store.fleet.isErased(entry.id, in: asked.visitor.workspace.id)
    else { throw .notFound("responder") }
    return ConnectedPerson(person: entry.person, duty: entry.live.duty, version: entry.version)
  }

  /// The page as the answer to a form.
  func connectAnswer(
    _ asked: ConsoleRequest, _ entry: ConnectedPerson, form: ConnectForm? = nil,
    problems: [FieldProblem] = [], code: ConnectCode? = nil, secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let page = try connectPage(
      asked, entry, form: form, problems: problems, code: code, secret: secret, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }

  private func connectPage(
    _ asked: ConsoleRequest, _ entry: ConnectedPerson, form: ConnectForm? = nil,
    problems: [FieldProblem] = [], code: ConnectCode? = nil, secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) throws(StoreError) -> ConnectPage {
    let workspace = asked.visitor.workspace
    let profile = try profile(of: entry.person, in: workspace)
    let own = try store.phones.ownLink(of: entry.id, in: workspace.id)
    let parts = ConnectPage.Parts(
      person: (entry.id, entry.person.name),
      devices: try store.phones.adapterDevices(of: entry.id, in: workspace.id).map(DeviceFacts.init),
      duty: try dutySwitch(
        of: entry, profile, path: "\(PagePath.person(workspace.slug, entry.id))/duty", in: workspace),
      own: own.map { ($0.expiresAt, $0.lastUsed) },
      hasNumber: entry.person.isActive && entry.person.phone.flatMap { PhoneNumber($0) } != nil,
      lost: try ServerWeb(web: web).unreachableNotice(asked))
    return ConnectPage(
      shell: web.shell(.responders, asked.visitor, title: "Connect a phone"), slug: workspace.slug, parts,
      form: form ?? ConnectForm(Self.intervals(profile)), problems: problems, code: code, secret: secret,
      notice: notice, clock: Zone.pageClock(workspace.timeZone, now: store.clock()))
  }

  /// A person's profile; `nil` when it is gone.
  func profile(of person: Responder, in workspace: Workspace) throws(StoreError) -> Profile? {
    try store.fleet.profiles(slug: workspace.slug).first { $0.name == person.profile }
  }

  /// The intervals for a new app: the profile's, where it has any.
  static func intervals(_ profile: Profile?) -> ReportIntervals {
    func seconds(_ duty: DutyState) -> Int? {
      profile?.rule(while: duty)?.interval
        .flatMap { Int(exactly: $0.rounded()) }.flatMap { ReportIntervals.allowed.contains($0) ? $0 : nil }
    }
    let standard = Adapter.owntracks.intervals
    return ReportIntervals(
      onDuty: seconds(.onDuty) ?? standard.onDuty, onMission: seconds(.onMission) ?? standard.onMission)
  }

  /// The duty switch of a person whose phone has no session of our own app to report duty; `nil` for others.
  func dutySwitch(
    of entry: ConnectedPerson, _ profile: Profile?, path: String, in workspace: Workspace
  ) throws(StoreError) -> DutySwitchPart? {
    guard entry.person.isActive, try !store.liveness.hasPhoneSession(entry.id, in: workspace.id) else {
      return nil
    }
    let words = { (duty: DutyState) in profile?.label(for: duty) ?? Words.plain(duty.rawValue) }
    return DutySwitchPart(
      entry.duty, label: words(entry.duty), on: Words.Connect.switchTo(words(.onDuty)),
      off: Words.Connect.switchTo(words(.offDuty)), path: path)
  }
}

extension AdapterDevice {
  /// The app, as far as it is known.
  var app: PhoneApp { PhoneApp(of: adapter, named: name) }
}

extension DeviceFacts {
  /// A device as the store knows it.
  init(_ view: AdapterDeviceView) {
    self.init(
      id: view.device.id.rawValue, app: view.device.app, name: view.device.name,
      createdAt: view.device.createdAt, lastContact: view.lastContact, positions: view.positions,
      lastPosition: view.lastPosition, accuracy: view.lastAccuracy, battery: view.lastBattery,
      intervals: view.device.intervals, drops: view.drops.map { ($0.reason, $0.count) })
  }
}
