import Rollcall

/// The answer in sentences.
struct StatementSentences {
  let person: PersonStatement
  let figures: StatementFigures
  let name: String
  let time: StatementTime

  private typealias Text = Words.Statement
  /// More changes of status than this are summed up.
  private static let mostChanges = 6

  var all: [String] {
    guard figures.onDuty > 0 else {
      return [Text.offDuty(name)] + [positions, Text.looks(ownLooks, person.looks.count - ownLooks)]
    }
    let isAll = figures.onDuty == figures.asked
    var sentences = [
      Text.onDuty(
        name, Words.precisely(figures.onDuty), of: Words.precisely(figures.asked), isAll: isAll)
    ]
    if figures.notObserved > 0 { sentences.append(Text.notObserved(Words.precisely(figures.notObserved))) }
    sentences += contact + [shown, positions]
    sentences.append(Text.looks(ownLooks, person.looks.count - ownLooks))
    return sentences.filter { !$0.utf8.isEmpty }
  }

  private var ownLooks: Int { person.looks.filter { !$0.isList }.count }

  private var contact: [String] {
    let observed = figures.onDuty - figures.notObserved
    guard observed > 0 else { return [] }
    guard figures.silent > 0 else { return [Text.contactAll(Words.precisely(observed))] }
    var sentences = [
      figures.inContact == 0
        ? Text.contactNone : Text.contact(Words.precisely(figures.inContact), of: Words.precisely(observed))
    ]
    if let heard = person.heardSince {
      if heard > person.covered.from { sentences.append(Text.firstContact(time.at(heard))) }
    } else {
      sentences.append(Text.neverHeard)
    }
    if let last = person.silences.last, lasts(last), last.from >= person.covered.from {
      sentences.append(Text.lastContact(time.at(last.from)))
    }
    if let longest = figures.longest {
      let lasted = longest.to == person.covered.to
      sentences.append(
        Text.silent(
          figures.stretches.count, Words.precisely(figures.silent),
          longest: Text.longest(
            time.at(longest.from), time.end(longest.to, after: longest.from), lasted: lasted)))
    }
    sentences.append(Text.beyond(Words.precisely(figures.overdue), Words.precisely(figures.outOfReach)))
    return sentences
  }

  /// Whether a silence reaches the end of the span.
  private func lasts(_ silence: Silence) -> Bool { silence.to.map { $0 >= person.covered.to } ?? true }

  private var shown: String {
    let changes = person.transitions.count
    guard changes <= Self.mostChanges else { return Text.shownSums(sums, changes: changes) }
    let statuses = person.record.statuses
    let pieces = statuses.indices.compactMap { place -> String? in
      let next = statuses.indices.contains(place + 1) ? statuses[place + 1].at : nil
      // Of several at one instant the last was shown.
      if let next, next <= max(statuses[place].at, person.covered.from) { return nil }
      return Text.shownFrom(
        statuses[place].status.label.lowercased(),
        time.at(max(statuses[place].at, person.covered.from)), until: next.map { time.at($0) })
    }
    return pieces.isEmpty ? "" : Text.shown(pieces)
  }

  private var sums: [String] {
    [
      (Status.online, figures.shown.online), (.degraded, figures.shown.degraded),
      (.offline, figures.shown.offline), (.unknown, figures.shown.unknown),
    ].filter { $0.1 > 0 }.map { Text.shownFor($0.0.label.lowercased(), Words.precisely($0.1)) }
  }

  private var positions: String {
    var sentences = [Text.positions(person.positions)]
    let late = person.late.reduce(0) { $0 + $1.count }
    if late > 0, let last = person.late.map(\.arrivedLast).max() {
      sentences.append(Text.late(late, time.at(last)))
    }
    if !person.doubts.isEmpty {
      let reasons = person.doubts.map { Text.doubt($0.count, FlagMark($0.flag).label) }
      sentences.append(Text.doubted(reasons.joined(separator: ", ")))
    }
    return sentences.joined(separator: " ")
  }
}
