/// Who is still silent when their alert is followed by another one of the same scope: that one names them from then on,
/// and is not over before they are back, too.
public struct MassSilenceCarry: Equatable, Sendable {
  /// Whom, with the instant at which each was last heard.
  public let people: [Responder.ID: Timestamp]

  /// Whom an alert leaves to the one that follows it; `nil` = nobody.
  ///
  /// - Parameters:
  ///   - members: whom the alert names that is over.
  ///   - silence: what the next one is opened for. Whoever fell silent with it is of its own.
  public init?(_ members: [MassSilenceMember], to silence: MassSilence) {
    let silent = members.filter { $0.isSilent && silence.fallen[$0.id] == nil }
    guard !silent.isEmpty else { return nil }
    people = Dictionary(silent.map { ($0.id, $0.fellAt) }, uniquingKeysWith: { known, _ in known })
  }

  /// What the alert that is over says of them: `followed by another alert, which goes on with 8 still silent`.
  public var ending: String { "followed by another alert, which goes on with \(people.count) still silent" }

  /// What the next one says of them: `8 more silent since before`.
  public var beginning: String { "\(people.count) more silent since before" }
}
