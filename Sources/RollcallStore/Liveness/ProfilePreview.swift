public import Rollcall
import SQL

/// The effect of an edited profile on the people who report by it.
public struct ProfileEffect: Sendable {
  /// The rules in force for a person.
  public struct Side: Equatable, Sendable {
    /// The name of the profile's rule.
    public let rule: String
    /// Its thresholds; `nil` = not timed.
    public let thresholds: Thresholds?
    /// The status.
    public let status: Status
  }

  /// A person for whom something changes.
  public struct Change: Sendable {
    /// The person.
    public let person: Responder
    /// In force without the edit.
    public let now: Side
    /// In force at once after it.
    public let then: Side
  }

  /// The instant for which it holds.
  public let at: Timestamp
  /// How many report by the profile.
  public let people: Int
  /// People whose rule, thresholds or status would change: those whose status changes first, then by name.
  public let changes: [Change]
}

extension LivenessStore {
  /// Tells the changes if a profile were edited now. Reads, writes nothing. Blocks.
  ///
  /// - Throws: `notFound`; `invalid` with all problems of the document.
  public func preview(
    _ profile: Profile, of workspace: Workspace.ID
  ) throws(StoreError) -> ProfileEffect {
    let problems = profile.problems()
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: "; ")) }
    let now = clock()
    return try read { db in
      let memory = WriterMemory()
      let around = try memory.context(of: workspace, db)
      guard let known = around.profiles[profile.name] else {
        throw StoreError.notFound("profile \(profile.name)")
      }
      var (people, changes) = (0, [ProfileEffect.Change]())
      try db.each(LivenessRow.active(in: workspace, by: profile.name)) { row in
        let state = try LivenessRow.state(row, memory: memory, db)
        people += 1
        let book = RuleBook(
          profile: profile, original: known.original, rollout: around.rollout, responder: state.id)
        if let change = state.change(to: book, at: now) { changes.append(change) }
      }
      return ProfileEffect(at: now, people: people, changes: changes.sorted { $0.precedes($1) })
    }
  }
}

extension LivenessRow {
  /// The active people who report by a profile.
  fileprivate static func active(in workspace: Workspace.ID, by profile: String) -> Query {
    """
    \(all) WHERE responder.workspace_id = \(workspace) AND responder.profile = \(profile) AND responder.active = 1
    """
  }
}

extension ResponderState {
  /// The changes of another rule book at `now`; `nil` = none. The state itself is a copy.
  fileprivate func change(to book: RuleBook, at now: Timestamp) -> ProfileEffect.Change? {
    var (before, after) = (self, self)
    before.settle(until: now)
    after.book = book
    after.chooseRule(at: now)
    let (old, new) = (before.side, after.side)
    return old == new ? nil : ProfileEffect.Change(person: person, now: old, then: new)
  }

  private var side: ProfileEffect.Side {
    ProfileEffect.Side(rule: rule?.name ?? "", thresholds: live.force.thresholds, status: live.status)
  }
}

extension ProfileEffect.Change {
  private var changesStatus: Bool { now.status != then.status }

  fileprivate func precedes(_ other: ProfileEffect.Change) -> Bool {
    if changesStatus != other.changesStatus { return changesStatus }
    return (person.name, person.id) < (other.person.name, other.person.id)
  }
}
