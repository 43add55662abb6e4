import Rollcall
import Testing

@Suite("What a check-in proves")
struct VisitVerdictTests {
  private static let outlet = Position(latitude: 46.05, longitude: 14.5)

  /// A ping so many metres north of the outlet, to less than a millimetre.
  private func ping(
    metres: Double, accuracy: Double?, mock: Ping.MockReport = .no
  ) throws -> (ping: Ping, outlet: Position) {
    let outlet = try #require(Self.outlet)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let place = try #require(Position(latitude: outlet.latitude + middle, longitude: outlet.longitude))
      if place.distance(to: outlet) < metres { low = middle } else { high = middle }
    }
    let place = try #require(Position(latitude: outlet.latitude + low, longitude: outlet.longitude))
    var ping = Ping(position: place, isMock: mock)
    ping.accuracy = accuracy
    return (ping, outlet)
  }

  @Test(
    "Within the radius and at most 50 m of accuracy it is verified, beyond three radii rejected, else doubtful",
    arguments: [
      (0, 10, .no, .verified), (100, 0, .no, .verified), (109.9, 10, .no, .verified),
      (110.1, 10, .no, .doubtful), (149.9, 50, .no, .verified), (149.9, 2_000, .no, .verified),
      (150.1, 50, .no, .doubtful), (150.1, 2_000, .no, .doubtful), (299.9, 10, .no, .doubtful),
      (300.1, 10, .no, .rejected), (300.1, 5_000, .no, .rejected), (20_000, 10, .no, .rejected),
      (0, nil, .no, .doubtful), (299.9, nil, .no, .doubtful), (300.1, nil, .no, .rejected),
      (0, -1, .no, .doubtful), (0, 10, .yes, .doubtful), (149.9, 50, .yes, .doubtful),
      (300.1, 10, .yes, .rejected), (0, 10, .unknown, .doubtful),
    ] as [(Double, Double?, Ping.MockReport, VisitVerdict.Word)])
  func usual(metres: Double, accuracy: Double?, mock: Ping.MockReport, word: VisitVerdict.Word) throws {
    let (ping, outlet) = try ping(metres: metres, accuracy: accuracy, mock: mock)
    let verdict = VisitVerdict(of: ping, at: outlet, radius: 100)
    #expect(verdict.word == word)
    #expect(abs(verdict.distance - metres) < 0.001)
    #expect(!verdict.reason.isEmpty)
  }

  @Test(
    "The radius is the outlet's; what is verified is not rejected, however small it is",
    arguments: [
      (399, 400, .verified), (1_199, 400, .doubtful), (1_201, 400, .rejected),
      (59, 10, .verified), (61, 10, .rejected),
    ] as [(Double, Double, VisitVerdict.Word)])
  func others(metres: Double, radius: Double, word: VisitVerdict.Word) throws {
    let (ping, outlet) = try ping(metres: metres, accuracy: 50)
    #expect(VisitVerdict(of: ping, at: outlet, radius: radius).word == word)
  }

  @Test(
    "The reason says what stands in the way",
    arguments: [
      (10, 5, .no, "within 100 m of the outlet"),
      (400, 5, .no, "400 m from the outlet, more than 300 m"),
      (10, 5, .yes, "the phone says that its position is made up"),
      (10, 5, .unknown, "the phone does not say whether its position is made up"),
      (10, nil, .no, "the phone does not say how accurate its position is"),
      (10, -1, .no, "the phone calls its position invalid"),
      (200, 5, .no, "200 m from the outlet, which is more than 100 m and the accuracy"),
    ] as [(Double, Double?, Ping.MockReport, String)])
  func reasons(metres: Double, accuracy: Double?, mock: Ping.MockReport, reason: String) throws {
    let (ping, outlet) = try ping(metres: metres, accuracy: accuracy, mock: mock)
    #expect(VisitVerdict(of: ping, at: outlet, radius: 100).reason == reason)
  }
}
