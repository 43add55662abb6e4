import Foundation
public import Rollcall
import RollcallWire

extension RollcallClient {
  /// Asks for the responder's visits, from yesterday's to the day after tomorrow's, once.
  public func visits() async -> Outcome<[PlannedVisit]> {
    await outcome(of: call("GET", "/app/v1/visits")) { answer, _ in PlannedVisit.list(bytes: answer.body) }
  }

  /// Tells that the responder has come to an outlet or leaves it, once; what the server makes of it. The same again is
  /// the same visit.
  public func check(_ step: Visit.Step, of visit: Visit.ID, _ proof: VisitProof) async -> Outcome<
    VisitVerdict
  > {
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
      return VisitVerdict(word: word, reason: found.reason, distance: found.distance)
    }
  }
}
