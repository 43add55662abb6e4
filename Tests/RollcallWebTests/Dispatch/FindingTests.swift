import Rollcall
import Testing

@testable import RollcallWeb

@Suite("What an incident's page says happens next")
struct FindingTests {
  private static let now = PageClock.sampleNow
  private static let (ana, bor) = (Responder.ID(1), Responder.ID(2))

  private static func file(
    _ state: Incident.State, _ asking: Asking, open: [Responder.ID] = [], out: [Responder.ID] = [],
    vain: Bool = false, assignment: Assignment? = nil
  ) -> DispatchCase {
    var file = DispatchCase(id: Incident.ID(1), openedAt: now)
    (file.state, file.asking, file.round) = (state, asking, 1)
    file.assignees = [assignment].compactMap(\.self)
    file.vainSince = vain ? now : nil
    file.offers = (open + out).enumerated().map { index, responder in
      var offer = Offer(
        id: Offer.ID(Int64(index)), incident: file.id, responder: responder, distance: 1, queuedAt: now,
        expiresAt: now.advanced(by: 12_000))
      if index >= open.count { offer.state = .expired }
      return offer
    }
    return file
  }

  private static func held(_ graceAt: Milliseconds?, _ lostAt: Milliseconds?) -> Assignment {
    Assignment(
      offer: Offer.ID(0), responder: ana, since: now, graceAt: graceAt.map { now.advanced(by: $0) },
      lostAt: lostAt.map { now.advanced(by: $0) })
  }

  private static let byHand = Asking(.parallel, picks: [ana, bor])

  @Test(
    "in every state",
    arguments: [
      (file(.open, .nobody), "Nobody has been asked yet.", false),
      (file(.resolved, byHand), "It is over.", false),
      (file(.cancelled, Asking(.automatic)), "It was called off.", false),
      (file(.offering, Asking(.automatic)), "The next one is being asked.", false),
      (
        file(.offering, Asking(.automatic), open: [ana]), "Without an answer the next one is asked in 12 s.",
        false
      ),
      (
        file(.offering, byHand, open: [ana, bor]),
        "Nobody is asked after that: 12 s left.", false
      ),
      (
        file(.unassigned, Asking(.automatic)),
        "Nobody has it: nobody can be asked now. Looks again when somebody becomes available.", true
      ),
      (
        file(.unassigned, byHand, open: [ana]), "Nobody is asked after that: 12 s left.", true
      ),
      (
        file(.unassigned, byHand, out: [ana]),
        "Nobody has it: everybody who was asked is out. Nothing more happens by itself.", true
      ),
      (file(.assigned, byHand, assignment: held(nil, nil)), "", false),
      (
        file(.assigned, byHand, assignment: held(41_000, nil)),
        "Ana is offline since 13:02:33; others are asked in 41 s.", false
      ),
      (
        file(.assigned, Asking(.automatic), open: [bor], assignment: held(-1_000, -1_000)),
        "Others are asked since 13:04:32; still Ana’s until somebody accepts.", false
      ),
      (
        file(.assigned, Asking(.automatic), vain: true, assignment: held(-1_000, -1_000)),
        "Others are asked since 13:04:32; still Ana’s until somebody accepts. Nobody else can be asked now.",
        true
      ),
    ] as [(DispatchCase, String, Bool)])
  func next(file: DispatchCase, words: String, isAlarming: Bool) {
    let finding = Finding(
      file, names: { $0 == Self.ana ? "Ana" : "Bor" }, offlineSince: { _ in Self.now.advanced(by: -120_000) },
      clock: Acting.clock)
    let text =
      [finding.next, finding.left?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      + finding.rest
    #expect(text.plain == words)
    #expect(finding.isAlarming == isAlarming)
  }

  @Test("a look that is timed says when")
  func timed() {
    var file = Self.file(.unassigned, Asking(.automatic))
    file.wakeAt = Self.now.advanced(by: 61_000)
    let finding = Finding(file, names: { _ in "" }, clock: Acting.clock)
    #expect(finding.next.hasSuffix("becomes available, or in"))
    #expect(finding.left?.text == "1 min")
  }
}
