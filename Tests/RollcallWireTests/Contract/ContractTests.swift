import Foundation
import Rollcall
import RollcallWire
import Testing

@Suite struct ContractTests {
  @Test func everyCaseOfTheContractHasAKnownCode() throws {
    let cases = try ContractCase.all()
    #expect(cases.count >= 60)
    for step in cases.flatMap(\.steps) {
      guard let word = step.code else { continue }
      #expect(Code(rawValue: word)?.status == step.status, "\(word)")
    }
  }

  @Test func allCodesThatExistNowHaveACase() throws {
    let seen = Set(try ContractCase.all().flatMap(\.steps).compactMap(\.code))
    // Not provoked by one request: a role, a race, a limit, a full disk; and what later routes answer.
    let others: Set<Code> = [.forbidden, .conflict, .rateLimited, .unavailable]
    #expect(Set(Code.allCases.map(\.rawValue)).subtracting(seen) == Set(others.map(\.rawValue)))
  }

  @Test(arguments: try ContractCase.all())
  func everyBodyIsDecodedAsItsAnswerClaims(contract: ContractCase) throws {
    for step in contract.steps {
      guard let body = step.body, step.method != "GET" else { continue }
      switch (outcome(of: body, step), step.status) {
      case (.good(let rejected), 201) where step.isLenient:
        #expect(rejected == step.errors)
      case (.good(let rejected), 200...299):
        #expect(rejected == "[]")
      case (.good(let rejected), 400) where step.code == "VALIDATION_ERROR":
        #expect(try rejected != "[]" && text(BatchAnswer.invalid(errors(of: body, step))) == step.answer)
      case (.good, 400...), (.refused, 401...):
        break  // Refused for its head, not for its body.
      case (.refused(let answer), 400):
        #expect(try text(answer) == step.answer)
      default:
        Issue.record("the answer cannot be \(step.status)")
      }
    }
  }

  /// What the body alone leads to.
  private enum Outcome {
    /// Decoded, with the errors of its members.
    case good(String)
    /// Refused as a whole, with this body of an answer.
    case refused([UInt8])
  }

  private func outcome(of body: [UInt8], _ step: ContractCase.Step) -> Outcome {
    do {
      return .good(try ContractCase.Step.text(list(errors(of: body, step))))
    } catch let error as WireError {
      return .refused(BatchAnswer.refused(error))
    } catch {
      return .refused([])
    }
  }

  private func errors(of body: [UInt8], _ step: ContractCase.Step) throws -> [PingError] {
    let now = ContractCase.now
    switch step.path {
    case "/app/v1/locations/batch": return try BatchRequest.decode(bytes: body, now: now).errors
    case "/locations": return try BatchRequest.decode(bytes: body, now: now, mockRequired: false).errors
    case "/app/v1/locations": return try BatchRequest.decodeSingle(bytes: body, now: now).errors
    case "/app/v1/device-events": return try DeviceEventsRequest.decode(bytes: body, now: now).errors
    case "/app/v1/me/requests": _ = try PrivacyRequestBody.decode(bytes: body)
    case "/app/v1/duty": _ = try DutyRequest.decode(bytes: body, now: now)
    case "/app/v1/push-token": _ = try PushTokenRequest.decode(bytes: body)
    case "/app/v1/auth/otp": _ = try OTPRequest.decode(bytes: body)
    case "/app/v1/auth/token": _ = try TokenRequest.decode(bytes: body)
    case "/app/v1/auth/refresh": _ = try RefreshRequest.decode(bytes: body)
    case let path where path.hasPrefix("/app/v1/offers/"): _ = try OfferReply.decode(bytes: body, now: now)
    default: Issue.record("nobody decodes \(step.path)")
    }
    return []
  }

  private func list(_ errors: [PingError]) -> [[String: Any]] {
    errors.map { ["index": $0.index, "field": $0.field, "rule": $0.rule, "message": $0.message] }
  }

  private func text(_ json: [UInt8]) throws -> String {
    try ContractCase.Step.text(JSONSerialization.jsonObject(with: Data(json)))
  }
}
