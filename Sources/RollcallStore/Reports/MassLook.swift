import Rollcall

/// What one look sees of the silences of a workspace.
struct MassLook {
  /// Everybody on watch.
  let people: [MassSilencePerson]
  /// When the next of them will count as silent if nothing is heard; `nil` = nobody.
  let nextFall: Timestamp?
  let rule: MassSilenceRule
  let observingSince: Timestamp
  let now: Timestamp

  init(_ board: [BoardEntry], rule: MassSilenceRule, observingSince: Timestamp, at now: Timestamp) {
    var people: [MassSilencePerson] = []
    var next: Timestamp?
    for entry in board {
      var settled = entry.live
      _ = settled.settle(until: now)
      guard
        let person = MassSilencePerson(
          id: entry.id, region: entry.person.region, live: settled, observingSince: observingSince, at: now)
      else { continue }
      people.append(person)
      if person.fall == nil, let heard = settled.lastContact, let length = settled.force.thresholds?.degraded
      {
        let fall = heard.advanced(by: length)
        if fall > now { next = min(next ?? fall, fall) }
      }
    }
    (self.people, nextFall) = (people, next)
    (self.rule, self.observingSince, self.now) = (rule, observingSince, now)
  }

  /// Whether enough are silent, and one of them newly so, that it is worth a look at the rows.
  var mayOpen: Bool {
    let falls = people.compactMap(\.fall)
    guard falls.count >= MassSilenceRule.fewest else { return false }
    let held = observingSince.advanced(by: people.map(\.offlineThreshold).max() ?? 0)
    let fresh = now.advanced(by: -MassSilenceRule.freshness)
    return held >= fresh || falls.contains { $0.to >= fresh }
  }
}
