import Foundation
public import Rollcall
public import RollcallWire

extension RollcallClient {
  /// Fetches the responder's visits, from yesterday's to the day after tomorrow's, once.
  public func visits() async -> Outcome<[PlannedVisit]> {
    await outcome(of: call("GET", "/app/v1/visits")) { answer, _ in PlannedVisit.list(bytes: answer.body) }
  }

  /// Reports a check-in at an outlet or a check-out, once. Returns the server's verdict. Safe to repeat.
  public func check(
    _ step: Visit.Step, of visit: Visit.ID, _ proof: VisitProof
  ) async -> Outcome<CheckReceipt> {
    struct Answered: Decodable {
      struct Verdict: Decodable {
        var distance: Double
        var verdict: String
        var reason: String

        enum CodingKeys: String, CodingKey {
          case verdict, reason
          case distance = "distance_m"
        }
      }
      var data: Verdict
    }
    let path = "/app/v1/visits/\(visit.rawValue)/\(step.rawValue)"
    return await outcome(of: call("POST", path, body: proof.body)) { answer, _ in
      guard let found = try? JSONDecoder().decode(Answered.self, from: Data(answer.body)).data,
        let word = VisitVerdict.Word(rawValue: found.verdict)
      else { return nil }
      return CheckReceipt(
        verdict: VisitVerdict(word: word, reason: found.reason, distance: found.distance),
        offers: (try? OfferMessage.list(bytes: answer.body)) ?? [])
    }
  }
}

/// The server's answer to a check-in or check-out.
public struct CheckReceipt: Equatable, Sendable {
  /// The server's verdict.
  public var verdict: VisitVerdict
  /// Open offers, learned here when no push woke the phone.
  public var offers: [OfferMessage]

  /// Creates a receipt.
  public init(verdict: VisitVerdict, offers: [OfferMessage] = []) {
    (self.verdict, self.offers) = (verdict, offers)
  }
}
