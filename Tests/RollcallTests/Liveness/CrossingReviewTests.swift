import Seeds
import Testing

@testable import Rollcall

@Suite("Coming and going, judged anew when fixes came late")
struct CrossingReviewTests {
  private typealias Fix = (north: Double, accuracy: Double, second: Int64)

  private static let metre = 1 / 111_195.0

  private static func place(_ north: Double) throws -> Position {
    try #require(Position(latitude: north * metre, longitude: 0))
  }

  /// A square region of 2 km around the origin, and an outlet of 100 m in its north.
  private static func ground() throws -> MarkedGround {
    let corners = [(-1_000.0, -1_000.0), (-1_000, 1_000), (1_000, 1_000), (1_000, -1_000), (-1_000, -1_000)]
    let ring = try corners.map {
      try #require(Position(latitude: $0.0 * metre, longitude: $0.1 * metre))
    }
    let outlet = Outlet(id: Outlet.ID(7), name: "Kiosk", position: try place(700))
    return MarkedGround(
      regions: [("Centre", try RegionShape([[ring]]))], outlets: [outlet], version: 1)
  }

  private static func at(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1_000) }

  private static func crossing(_ isEntry: Bool, _ second: Int64, _ place: MarkedPlace = .region("Centre"))
    -> Crossing
  {
    Crossing(place: place, isEntry: isEntry, at: at(second))
  }

  private static func inside(_ record: [Crossing]) -> Set<MarkedPlace> {
    var inside: Set<MarkedPlace> = []
    for crossing in record {
      if crossing.isEntry { inside.insert(crossing.place) } else { inside.remove(crossing.place) }
    }
    return inside
  }

  /// What is recorded after a review of `fixes` from the first late one to the last.
  private static func reviewed(
    _ record: [Crossing], late: ClosedRange<Int64>, _ fixes: [Fix]
  ) throws -> (record: [Crossing], review: CrossingReview) {
    let from = at(late.lowerBound)
    var review = CrossingReview(
      until: at(late.upperBound), record: record.filter { $0.at >= from }, last: inside(record),
      on: try ground())
    for fix in fixes.sorted(by: { $0.second < $1.second }) where fix.second >= late.lowerBound {
      review.record(try place(fix.north), accuracy: fix.accuracy, at: at(fix.second))
    }
    let refuted = Set(review.refuted)
    let new = (record.filter { !refuted.contains($0) } + review.added)
      .sorted { ($0.at, $0.place) < ($1.at, $1.place) }
    return (new, review)
  }

  private static func naive(_ fixes: [Fix]) throws -> [Crossing] {
    let ground = try ground()
    var presence = Presence()
    return try fixes.sorted { $0.second < $1.second }.flatMap {
      presence.record(try place($0.north), accuracy: $0.accuracy, at: at($0.second), on: ground)
    }
  }

  @Test("a visit that came late is found, and whoever stayed away since is not said to have stayed")
  func visit() throws {
    let fixes: [Fix] = [(5_000, 10, 0), (0, 10, 100), (5_000, 10, 200), (5_100, 10, 300)]
    let (record, review) = try Self.reviewed([], late: 100...200, fixes)
    #expect(record == [Self.crossing(true, 100), Self.crossing(false, 200)])
    #expect(review.isSettled && review.refuted.isEmpty)
  }

  @Test("a coming that was seen too late is moved to where it belongs")
  func moved() throws {
    let fixes: [Fix] = [(5_000, 10, 0), (0, 10, 50), (0, 10, 300), (5_000, 10, 400)]
    let old = [Self.crossing(true, 300), Self.crossing(false, 400)]
    let (record, review) = try Self.reviewed(old, late: 50...50, fixes)
    #expect(record == [Self.crossing(true, 50), Self.crossing(false, 400)])
    #expect(review.added == [Self.crossing(true, 50)] && review.refuted == [Self.crossing(true, 300)])
    #expect(review.isSettled)
  }

  @Test("when nothing later tells otherwise, the late fixes say where somebody is")
  func open() throws {
    let fixes: [Fix] = [(0, 10, 0), (5_000, 10, 100), (1_000, 500, 200)]
    let (record, review) = try Self.reviewed([Self.crossing(true, 0)], late: 100...100, fixes)
    #expect(record == [Self.crossing(true, 0), Self.crossing(false, 100)])
    #expect(!review.isSettled && review.inside.isEmpty)
  }

  @Test("whoever had come in before the record begins did not come in with a late fix")
  func before() throws {
    let fixes: [Fix] = [(0, 10, 100), (0, 10, 200), (5_000, 10, 300)]
    let (record, review) = try Self.reviewed([Self.crossing(false, 300)], late: 100...100, fixes)
    #expect(record == [Self.crossing(false, 300)])
    #expect(review.isSettled && review.added.isEmpty && review.refuted.isEmpty)
  }

  @Test("what is recorded of a place that is gone stays, and so does who was in it")
  func gone() throws {
    let gone = MarkedPlace.region("Gone")
    let old = [
      Self.crossing(true, 50, gone), Self.crossing(false, 150, gone), Self.crossing(true, 300, gone),
    ]
    let fixes: [Fix] = [(0, 10, 100), (0, 10, 200), (5_000, 10, 350)]
    let (record, review) = try Self.reviewed(old, late: 100...350, fixes)
    #expect(record.filter { $0.place == gone } == old)
    #expect(record.filter { $0.place != gone } == [Self.crossing(true, 100), Self.crossing(false, 350)])
    #expect(review.isSettled && review.inside == [gone])
  }

  @Test(
    "Whatever order fixes come in, the record is in the end the same as if they had come in order",
    arguments: Seeds.some(200))
  func anyOrder(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var north = 0.0
    let fixes: [Fix] = (0..<120).map { index in
      north = max(-1_800, min(1_800, north + Double.random(in: -400...400, using: &random)))
      return (north, Double.random(in: 5...200, using: &random), Int64(index) * 60)
    }
    // Runs of fixes come together; one in two runs after others that are newer.
    var runs: [[Fix]] = []
    var rest = fixes[...]
    while !rest.isEmpty {
      let run = rest.prefix(Int.random(in: 1...25, using: &random))
      runs.append(Array(run))
      rest = rest.dropFirst(run.count)
    }
    for index in runs.indices.dropLast() where Bool.random(using: &random) { runs.swapAt(index, index + 1) }
    let ground = try Self.ground()
    var presence = Presence()
    var (record, known) = ([Crossing](), [Fix]())
    for run in runs {
      known += run
      let late = run.filter { fix in presence.judgedUntil.map { Self.at(fix.second) < $0 } ?? false }
      for fix in run {
        record += presence.record(
          try Self.place(fix.north), accuracy: fix.accuracy, at: Self.at(fix.second), on: ground)
      }
      guard let first = late.first, let last = late.last else { continue }
      let (new, review) = try Self.reviewed(record, late: first.second...last.second, known)
      record = new
      if !review.isSettled {
        presence = Presence(inside: review.inside, judgedUntil: presence.judgedUntil)
      }
      #expect(presence.inside == Self.inside(record))
    }
    #expect(record == (try Self.naive(fixes)).sorted { ($0.at, $0.place) < ($1.at, $1.place) })
  }
}
