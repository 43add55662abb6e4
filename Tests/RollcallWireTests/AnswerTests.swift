import Rollcall
import RollcallWire
import Testing

@Suite struct AnswerTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func theAnswerToABatchIsTheContracts() {
    #expect(
      text(BatchAnswer(stored: 2).bytes)
        == #"{"data":{"count":2,"stored":2,"duplicates":0,"expired":0},"message":"Locations Saved","code":"CREATED"}"#
    )
    #expect(
      text(Envelope.bytes(.notFound, "No such page"))
        == #"{"data":null,"message":"No such page","code":"NOT_FOUND"}"#)
  }

  @Test func aLenientAnswerComesBack() throws {
    let rejected = [PingError(index: 3, field: "lat", rule: "range", message: "lat \"<\u{1}é")]
    let answer = try UploadAnswer.decode(
      bytes: BatchAnswer(stored: 1, duplicates: 2, expired: 4, rejected: rejected).bytes)
    #expect(answer.code == .created && answer.message == "Locations Saved")
    #expect(answer.counts == UploadCounts(stored: 1, duplicates: 2, expired: 4))
    #expect(answer.counts?.count == 7)
    #expect(answer.errors == rejected)
  }

  @Test func aRefusalComesBack() throws {
    let errors = [PingError(index: 0, field: "is_mock", rule: "required", message: "is_mock is required")]
    let strict = try UploadAnswer.decode(bytes: BatchAnswer.invalid(errors))
    #expect(strict.code == .validationError && strict.counts == nil && strict.errors == errors)
    let whole = try UploadAnswer.decode(
      bytes: BatchAnswer.refused(.invalid([RequestFault(field: "pings", rule: "required", message: "m")])))
    #expect(whole.errors == [PingError(index: -1, field: "pings", rule: "required", message: "m")])
    let malformed = try UploadAnswer.decode(
      bytes: BatchAnswer.refused(.malformed(JSONError(.badUTF8, at: 7))))
    #expect(malformed.code == .malformedJSON && malformed.message == "Malformed JSON at byte 7: not UTF-8")
  }

  @Test(arguments: ["", "<html>", "[]", "{}", #"{"code":"CREATED"}"#, #"{"code":1,"message":"x"}"#])
  func whatIsNoAnswerIsNone(body: String) {
    #expect(throws: WireError.self) { try UploadAnswer.decode(bytes: Array(body.utf8)) }
  }

  @Test func countsThatCannotBeAreNoCounts() throws {
    let body = #"{"data":{"stored":1e18,"duplicates":0},"message":"","code":"NEW_CODE"}"#
    let answer = try UploadAnswer.decode(bytes: Array(body.utf8))
    #expect(answer.counts == nil && answer.code == nil)
  }

  @Test func everyCodeHasAStatus() {
    #expect(Code.allCases.count == 20)
    #expect(
      Set(Code.allCases.map(\.status)) == [
        200, 201, 202, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 503,
      ])
  }
}
