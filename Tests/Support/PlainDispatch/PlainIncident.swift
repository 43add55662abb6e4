/// An incident that asks people down the ranking.
package struct PlainIncident: Sendable {
  package var id: Int64
  /// 0 low, 1 normal, 2 high, 3 critical.
  package var severity: Int
  /// The place, the needs and who refused.
  package var question: PlainQuestion
  /// How many more people than places it asks at once.
  package var extras: Int
  /// Those who hold an open offer of it, the first asked first.
  package var asked: [Int64] = []
  /// Those of them whose phone has it, and who have seen it.
  package var reached: Set<Int64> = []
  package var seen: Set<Int64> = []
  /// Those who have a place.
  package var holders: [Int64] = []
  /// Everybody who was asked in the round that runs.
  package var round: Set<Int64> = []
  /// Those of them who went off duty with their offer or their place: once back, they come after everybody else.
  package var gone: Set<Int64> = []
  /// Everybody who ever went so in the round that runs.
  package var wereGone: Set<Int64> = []
  /// Whether a round was in vain, and not every place is filled since.
  package var isInVain = false

  package init(id: Int64, severity: Int, question: PlainQuestion, extras: Int) {
    (self.id, self.severity, self.question, self.extras) = (id, severity, question, extras)
  }

  /// How many places nobody has.
  package var open: Int { question.needs.count - holders.count }

  /// An offer was taken from somebody before they could answer: it counts as never made.
  mutating func hasNotHadTurn(_ id: Int64) {
    if wereGone.contains(id) { gone.insert(id) } else { round.remove(id) }
  }

  /// How it stands, in the word of the page.
  package var state: String { open == 0 ? "assigned" : isInVain ? "unassigned" : "offering" }
}
