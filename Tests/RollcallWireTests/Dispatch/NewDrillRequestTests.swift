import Rollcall
import RollcallWire
import Testing

@Suite("A control room's own system sends drills and withdraws offers")
struct NewDrillRequestTests {
  private func read(_ text: String) throws(WireError) -> NewDrillRequest {
    try NewDrillRequest.decode(bytes: Array(text.utf8))
  }

  @Test("The title is enough; by default all people are asked, for the usual time")
  func standard() throws {
    let request = try read(#"{"title":" Evening ","region":null,"more":1}"#)
    #expect(request.drill == (try NewDrill(title: "Evening", region: nil, seconds: "")))
    #expect(request.drill.answerWithin == NewDrill.standardAnswerTime)
    let full = try read(#"{"answer_s":120.0,"region":"North","title":"Evening"}"#)
    #expect(full.drill.region == "North" && full.drill.answerWithin == 120_000)
  }

  @Test("What asks for the same has the same text, however it is written")
  func canonical() throws {
    let one = try read(#"{"title":"Evening"}"#)
    #expect(try read(#"{"answer_s":60,"title":"\u0045vening "}"#).canonical == one.canonical)
    for other in [
      #"{"title":"Morning"}"#, #"{"title":"Evening","answer_s":61}"#,
      #"{"title":"Evening","region":"North"}"#,
    ] {
      #expect(try read(other).canonical != one.canonical)
    }
  }

  @Test(
    "Every field that is wrong is named",
    arguments: [
      ("{}", ["title required"]), (#"{"title":""}"#, ["title range"]), (#"{"title":"  "}"#, ["title format"]),
      (#"{"title":"a\nb"}"#, ["title format"]), (#"{"title":"a\u0000b"}"#, ["title format"]),
      (#"{"title":7,"region":7,"answer_s":"60"}"#, ["title type", "region type", "answer_s type"]),
      (#"{"title":"x","answer_s":29}"#, ["answer_s range"]),
      (#"{"title":"x","answer_s":601}"#, ["answer_s range"]),
      (#"{"title":"x","answer_s":60.5}"#, ["answer_s range"]),
      (#"{"title":"x","answer_s":1e400}"#, ["answer_s range"]),
      (#"{"title":"x","region":""}"#, ["region range"]),
    ])
  func wrong(text: String, fields: [String]) {
    #expect(faults { () throws(WireError) in _ = try read(text) } == fields)
  }

  @Test(
    "An offer is named by its id",
    arguments: [
      ("{}", ["offer_id required"]), (#"{"offer_id":"7"}"#, ["offer_id type"]),
      (#"{"offer_id":7.5}"#, ["offer_id type"]), (#"{"offer_id":7}"#, []),
    ])
  func withdraw(text: String, fields: [String]) throws {
    var offer: Offer.ID?
    #expect(
      faults { () throws(WireError) in offer = try WithdrawRequest.decode(bytes: Array(text.utf8)) } == fields
    )
    #expect(offer == (fields.isEmpty ? Offer.ID(7) : nil))
  }

  private func faults(_ body: () throws(WireError) -> Void) -> [String] {
    do throws(WireError) { try body() } catch {
      guard case .invalid(let faults) = error else { return ["\(error)"] }
      return faults.map { "\($0.field) \($0.rule)" }
    }
    return []
  }
}
