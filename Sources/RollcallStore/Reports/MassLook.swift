import Rollcall

/// The silences of a workspace at one check.
struct MassLook {
  /// All people on watch.
  let people: [MassSilencePerson]
  /// When the next of them will count as silent if nothing is heard; `nil` = never.
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

  /// Whether enough people are silent, one of them newly, to look at the rows.
  var mayOpen: Bool {
    let falls = people.compactMap(\.fall)
    guard falls.count >= MassSilenceRule.fewest else { return false }
    let held = observingSince.advanced(by: people.map(\.offlineThreshold).max() ?? 0)
    let fresh = now.advanced(by: -MassSilenceRule.freshness)
    return held >= fresh || falls.contains { $0.to >= fresh }
  }
}
