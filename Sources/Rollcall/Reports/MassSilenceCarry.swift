/// People who are still silent when their alert is followed by another one of the same scope. The new alert
/// names them from then on, and stays open until they are back.
public struct MassSilenceCarry: Equatable, Sendable {
  /// The people, with the instant at which each was last heard.
  public let people: [Responder.ID: Timestamp]

  /// The people whom a closing alert hands to its successor; `nil` = none.
  ///
  /// - Parameters:
  ///   - members: the people named by the closing alert.
  ///   - silence: what the next one is opened for. People who fell silent with it are its own.
  public init?(_ members: [MassSilenceMember], to silence: MassSilence) {
    let silent = members.filter { $0.isSilent && silence.fallen[$0.id] == nil }
    guard !silent.isEmpty else { return nil }
    people = Dictionary(silent.map { ($0.id, $0.fellAt) }, uniquingKeysWith: { known, _ in known })
  }

  /// The text on the closing alert: `followed by another alert, which goes on with 8 still silent`.
  public var ending: String { "followed by another alert, which goes on with \(people.count) still silent" }

  /// The text on the next one: `8 more silent since before`.
  public var beginning: String { "\(people.count) more silent since before" }
}
