import Testing

@testable import RollcallWeb

@Suite("What the log of an incident says to people")
struct IncidentLogWordsTests {
  @Test(
    "How far away somebody was, and how long they had, in everyday units; what has another form stays",
    arguments: [
      ("2730 m, 90 s to answer", "2.7 km, 1 min 30 s to answer"),
      ("340 m, 30 s to answer, never hears of offers", "340 m, 30 s to answer, never hears of offers"),
      ("14020 m, 60 s to answer", "14 km, 1 min to answer"), ("600 s to answer", "10 min to answer"),
      ("12 m, 119 s to answer", "12 m, 1 min 59 s to answer"), ("", ""),
      (" m, x s to answer", " m, x s to answer"),
      (
        "1000 m, 120 s to answer, profile \"1000 m\" is not offered incidents",
        "1.0 km, 2 min to answer, profile \"1000 m\" is not offered incidents"
      ), ("99999999999999999999 m", "99999999999999999999 m"),
    ])
  func offered(kept: String, told: String) { #expect(Words.offered(kept) == told) }
}
