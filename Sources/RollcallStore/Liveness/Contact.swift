public import Rollcall
import SQL

/// The facts about a phone that it is told itself.
public struct PhoneView: Sendable {
  /// The person.
  public var responder: Responder
  /// Their workspace.
  public var workspace: Workspace
  /// Their profile.
  public var profile: Profile
  /// The profile's rule in force.
  public var rule: ProfileRule?
  /// The duty state in force.
  public var duty: DutyState
  /// The order of that duty state.
  public var order: String?
  /// The status as the console sees it.
  public var live: Liveness
  /// The switches of the workspace.
  public var rollout: Rollout
  /// The permission that the phone reported last.
  public var permission: Telemetry.Permission?
  /// Whether location services were on, by the phone's last report.
  public var locationServices: Bool?
  /// When it was so.
  public var at: Timestamp
}

extension LivenessStore {
  /// Records that a phone was heard and nothing else: a refused body, a replay. Errors are ignored, because
  /// the request itself is answered already.
  public func noteContact(_ session: PhoneSession) {
    write(tellsChanges: true, isRepeatable: true) {
      try $0.liveness.contact(session)
    } done: { _ in
    }
  }

  /// Records that a phone was heard, and returns the facts about it.
  public func contact(
    _ session: PhoneSession, done: @escaping @Sendable (Result<PhoneView, StoreError>) -> Void
  ) {
    write(tellsChanges: true, isRepeatable: true) { transaction in
      try transaction.liveness.contact(session)
      return try transaction.liveness.view(of: session)
    } done: {
      done($0)
    }
  }
}

extension LivenessWrites {
  /// Notes a contact that brought no fix.
  func contact(_ session: PhoneSession) throws {
    var state = try state(of: session.responder, in: session.workspace)
    try beginDuty(of: &state, by: .contact)
    state.contacted(at: now, by: .ourApp)
    try save(state)
  }

  /// The facts for a phone about itself.
  func view(of session: PhoneSession) throws -> PhoneView {
    try transaction.carryOutEffects()
    let state = try state(of: session.responder, in: session.workspace)
    guard let responder = try Responders.find(session.responder, in: session.workspace, db),
      let workspace = try Workspaces.find(session.workspace, db)
    else { throw StoreError.notFound("responder") }
    return PhoneView(
      responder: responder, workspace: workspace, profile: state.profile, rule: state.rule,
      duty: state.live.duty, order: state.dutyOrder, live: state.live,
      rollout: try memory.context(of: session.workspace, db).rollout,
      permission: state.phone.permission.value, locationServices: state.phone.locationServices.value, at: now)
  }
}
