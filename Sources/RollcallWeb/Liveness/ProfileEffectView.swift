import Rollcall
import RollcallStore

extension ProfilePreview {
  /// The most changes listed.
  private static let rowLimit = 200

  init(_ effect: ProfileEffect, hash: String, _ visitor: Visitor) {
    let mayFollow = visitor.role.allows(.viewHistory)
    let people = Shell.Section.responders.path(visitor.workspace.slug)
    let rows = effect.changes.prefix(Self.rowLimit).map { change in
      ProfileChangeRow(
        responder: change.person.id.rawValue, name: change.person.name,
        href: mayFollow ? "\(people)/\(change.person.id.rawValue)" : "", now: .init(change.now),
        then: .init(change.then))
    }
    self.init(
      hash: hash, rows: rows, changing: effect.changes.count,
      changingStatus: effect.changes.count { $0.now.status != $0.then.status }, people: effect.people,
      clock: Zone.pageClock(visitor.workspace.timeZone, now: effect.at))
  }
}

extension ProfileChangeRow.Side {
  fileprivate init(_ side: ProfileEffect.Side) {
    self.init(rule: side.rule, thresholds: side.thresholds, status: StatusPill(side.status))
  }
}
