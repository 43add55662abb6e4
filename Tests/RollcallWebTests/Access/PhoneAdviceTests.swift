import Rollcall
import Testing

@testable import RollcallWeb

@Suite("What people are told about phones and apps")
struct PhoneAdviceTests {
  @Test("what each app reports, as in the table of the documentation")
  func table() {
    let rows = PhoneNews.allCases.map { news in
      "\(news.rawValue): " + PhoneApp.allCases.map { $0.tells(news).words }.joined(separator: ", ")
    }
    #expect(
      rows == [
        "accuracy: yes, yes, yes, yes, yes, yes, yes, yes",
        "speed: yes, yes, yes, yes, yes, yes, yes, yes",
        "battery: yes, yes, yes, yes, yes, yes, no, yes",
        "charging: yes, yes, yes, yes, yes, yes, no, yes",
        "mock: no, no, no, no, no, yes, Android only, yes",
        "activity: iPhone only, yes, no, no, yes, yes, no, no",
        "permission: Android only, no, no, no, no, yes, no, no",
        "powerSaving: Android only, no, no, no, no, no, no, no",
        "network: yes, no, no, no, no, no, no, no",
        "sos: no, no, yes, no, no, no, no, no",
        "numbers: no, no, no, no, no, no, no, no",
      ])
  }

  @Test("an app is set up in three steps", arguments: PhoneApp.allCases)
  func steps(app: PhoneApp) { #expect(app.steps.count == 3) }

  @Test("there is something to do about each, on every system", arguments: PhoneTrouble.allCases)
  func advice(trouble: PhoneTrouble) {
    for system in PhoneApp.System.allCases {
      #expect(trouble.advice(on: system).isEmpty == false)
      #expect(trouble.advice(on: system).allSatisfy { $0.steps.isEmpty == false })
    }
  }
}
