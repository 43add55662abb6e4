import Testing

@testable import Rollcall

@Suite("Numbers of dispatch: medians and rates of what happened, and nothing of what did not")
struct DispatchNumbersTests {
  @Test(
    "the median is the middle, of an even number the mean of two; the 90th percentile is one of the values",
    arguments: [
      ([], nil, nil), ([7], 7, 7), ([1, 4], 2, 4), ([9, 1, 5], 5, 9), ([4, 1, 3, 2], 2, 4),
      (Array(1...10), 5, 9), (Array(1...11), 6, 10), (Array(1...20), 10, 18), (Array(1...100), 50, 90),
      ([0, 0, 0], 0, 0), ([.max, .max], .max, .max), ([.max - 2, .max], .max - 1, .max),
    ] as [([Int64], Int64?, Int64?)])
  func quantiles(values: [Int64], median: Int64?, ninetieth: Int64?) {
    for order in [values, values.reversed()] {
      let found = Quantiles(order)
      #expect(found.count == values.count && found.median == median && found.ninetieth == ninetieth)
    }
  }

  @Test("the 90th percentile is the smallest value that at least nine in ten do not exceed")
  func nearestRank() {
    for count in 1...200 {
      let values = (1...Int64(count)).map { $0 }
      let found = Quantiles(values).ninetieth
      #expect(found == values.first { value in values.count { $0 <= value } * 10 >= count * 9 }, "\(count)")
    }
  }

  private func incident(_ offer: Double?, _ accept: Double?, offers: Int) -> IncidentTimes {
    IncidentTimes(
      openedAt: .at(100), firstOfferAt: offer.map { .at(100 + $0) }, acceptedAt: accept.map { .at(100 + $0) },
      offers: offers)
  }

  @Test("times are of the incidents that came so far, and never before the opening")
  func times() {
    let numbers = DispatchNumbers(
      [
        incident(1, 20, offers: 1), incident(3, nil, offers: 4), incident(nil, nil, offers: 0),
        incident(-2, 40, offers: 2),
      ], ends: [.completed: 5, .cancelled: 1, .wentOffline: 2, .declinedLate: 0, .other: 1])
    #expect(numbers.incidents == 4 && numbers.offers == 7)
    #expect(numbers.untilOffer == Quantiles([1_000, 3_000, 0]))
    #expect(numbers.untilAccept == Quantiles([20_000, 40_000]))
    #expect(numbers.offersPerIncident == 7.0 / 3)
    #expect(numbers.reassignments == [.wentOffline: 2, .other: 1] && numbers.reassigned == 3)
  }

  @Test("of nothing there are no times, no rates and no averages")
  func nothing() {
    let numbers = DispatchNumbers([], ends: [:])
    #expect(numbers.untilOffer.median == nil && numbers.untilAccept.ninetieth == nil)
    #expect(numbers.offersPerIncident == nil && numbers.reassigned == 0)
    let answers = AnswerNumbers()
    #expect(answers.answerRate == nil && answers.acceptedShare == nil && answers.answerTime.median == nil)
  }

  @Test(
    "an offer counts once it was theirs to answer",
    arguments: [
      (.accepted, .accepted, [1, 1, 1, 0, 0, 0]), (.declined, .declined, [1, 1, 0, 1, 0, 0]),
      (.withdrawn, .accepted, [1, 1, 1, 0, 0, 0]), (.declined, .accepted, [1, 1, 1, 0, 0, 0]),
      (.expired, nil, [1, 0, 0, 0, 1, 0]), (.unreachable, nil, [1, 0, 0, 0, 0, 1]),
      (.withdrawn, nil, [0, 0, 0, 0, 0, 0]), (.queued, nil, [0, 0, 0, 0, 0, 0]),
      (.sent, nil, [0, 0, 0, 0, 0, 0]), (.delivered, nil, [0, 0, 0, 0, 0, 0]),
      (.seen, nil, [0, 0, 0, 0, 0, 0]),
    ] as [(Offer.State, OfferOutcome.Answer?, [Int])])
  func counts(state: Offer.State, answer: OfferOutcome.Answer?, counts: [Int]) {
    let offer = OfferOutcome(
      state: state, queuedAt: .at(0), answer: answer, answeredAt: answer.map { _ in .at(12) })
    let found = AnswerNumbers([offer])
    #expect(
      [
        found.offers, found.answered, found.accepted, found.declined, found.expired, found.unreachable,
      ] == counts)
    #expect(found.answerTime.median == (answer == nil ? nil : 12_000))
    #expect(found.answerRate == (counts[0] == 0 ? nil : Double(counts[1])))
  }

  @Test(
    "the reason's fixed words come first; detail after a colon does not matter",
    arguments: [
      ("completed", .completed, false), ("went offline", .wentOffline, true),
      ("went offline: nothing heard for 60 s", .wentOffline, true), ("declined late: :", .declinedLate, true),
      ("declined late : flat tyre", .declinedLate, true), ("the incident was resolved", .resolved, false),
      ("the incident was cancelled: by mistake", .cancelled, false), ("", .other, true),
      ("other", .other, true), ("Completed", .other, true), ("completed\u{301}", .other, true),
    ] as [(String, AssignmentEnd, Bool)])
  func ends(reason: String, end: AssignmentEnd, isReassignment: Bool) {
    #expect(AssignmentEnd(reason: reason) == end && end.isReassignment == isReassignment)
  }
}
