/// A request for a readiness drill: checked, not yet sent. A drill is an offer without an emergency, made at
/// once to everyone on duty who can be asked, to learn who can really be reached.
public struct NewDrill: Equatable, Sendable {
  /// Its title, one line of 1 to 193 bytes.
  public let title: String
  /// The region whose people are asked; `nil` = everyone on duty.
  public let region: String?
  /// How long each has to answer, milliseconds; in ``answerTimes``.
  public let answerWithin: Milliseconds

  /// How long a drill may wait for an answer: 30 s to 10 min.
  public static let answerTimes: ClosedRange<Milliseconds> = 30_000...600_000
  /// The usual time to answer.
  public static let standardAnswerTime: Milliseconds = 60_000
  /// Put before the title wherever a phone shows it.
  public static let label = "Drill: "
  /// The notes that phones show below the title.
  public static let notes =
    "This is a drill. Nobody has to go anywhere: please answer as you would if it were real."
  /// The longest title, in bytes: with the label an incident's.
  public static let titleLimit = NewIncident.titleLimit - label.utf8.count

  /// A problem with the form.
  public enum Problem: Error, Equatable, CaseIterable, Sendable {
    /// It is empty, longer than ``titleLimit``, or has control characters.
    case title
    /// It is not a whole number of seconds in ``answerTimes``.
    case answerTime
  }

  /// All problems.
  public struct Refusal: Error, Equatable, Sendable {
    /// In the order of the fields; never empty.
    public var problems: [Problem]
  }

  /// Checks the form; an empty time means the usual one, an empty region everyone.
  ///
  /// - Parameters:
  ///   - title: blanks around it do not count.
  ///   - seconds: how long each has to answer.
  public init(title: String, region: String?, seconds: String) throws(Refusal) {
    var problems: [Problem] = []
    var check = NewIncident.Check()
    let line = check.title(title).flatMap { $0.utf8.count <= Self.titleLimit ? $0 : nil }
    if line == nil { problems.append(.title) }
    let answer = Self.answerTime(seconds)
    if answer == nil { problems.append(.answerTime) }
    guard let line, let answer else { throw Refusal(problems: problems) }
    self.title = line
    self.region = region.flatMap { $0.utf8.isEmpty ? nil : $0 }
    answerWithin = answer
  }

  private static func answerTime(_ seconds: String) -> Milliseconds? {
    guard !seconds.utf8.isEmpty else { return standardAnswerTime }
    guard let whole = Int64(seconds), (0...600).contains(whole) else { return nil }
    return answerTimes.contains(whole * 1_000) ? whole * 1_000 : nil
  }
}

extension DispatchMachine {
  /// Offers a drill to all of `people` at once. Each accepts or declines for themselves, and the last answer
  /// ends the drill.
  ///
  /// - Throws: `AskRefusal` when it was sent already or there is no one to ask; the errors of `nextOffer`.
  public mutating func drill(
    _ people: [Candidates.Candidate], answerWithin: Milliseconds, nextOffer: () throws -> Offer.ID,
    at now: Timestamp
  ) throws {
    guard file.isDrill, file.round == 0 else { throw AskRefusal.closed }
    guard !people.isEmpty else { throw AskRefusal.nobody([]) }
    file.asking = Asking(.parallel, answerWithin: answerWithin)
    file.round = 1
    for person in people {
      add(offer: try nextOffer(), to: person, answerWithin: file.asking.answerWithin, at: now)
    }
    enter(.offering, at: now)
  }
}
