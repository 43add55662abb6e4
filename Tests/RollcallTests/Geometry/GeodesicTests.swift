import Rollcall
import Testing

/// Two places and what is published for them.
struct Distance: Sendable {
  let from: (latitude: Double, longitude: Double)
  let to: (latitude: Double, longitude: Double)
  let metres: Double

  /// Longitudes beyond ±180 are turned back, as the published points have some.
  func positions() throws -> (Position, Position) {
    (
      try #require(Position(latitude: from.latitude, longitude: turned(from.longitude))),
      try #require(Position(latitude: to.latitude, longitude: turned(to.longitude)))
    )
  }

  private func turned(_ degrees: Double) -> Double { degrees.remainder(dividingBy: 360) }
}

@Suite("Distances on the ellipsoid")
struct GeodesicTests {
  /// The test set of C. F. F. Karney's GeographicLib, computed there with more digits than a double has.
  static let published: [Distance] = [
    Distance(from: (35.60777, -139.44815), to: (-11.17491, -69.95921), metres: 8_935_244.5604818305),
    Distance(from: (55.52454, 106.05087), to: (77.03196, 197.18234), metres: 4_105_086.1713924406),
    Distance(from: (-21.97856, 142.59065), to: (41.84138, 98.56635), metres: 8_394_328.894657671),
    Distance(from: (-66.99028, 112.2363), to: (-12.70631, 285.90344), metres: 11_150_344.2312080241),
    Distance(from: (-17.42761, 173.34268), to: (-15.84784, 5.93557), metres: 16_076_603.1631180673),
    Distance(from: (32.84994, 48.28919), to: (-56.28556, 202.29132), metres: 16_727_068.9438164461),
    Distance(from: (6.96833, 52.74123), to: (-7.39675, 206.17291), metres: 17_102_477.2496958388),
    Distance(from: (-50.56724, -16.30485), to: (-33.56571, -94.97412), metres: 6_455_670.5118668696),
    Distance(from: (-58.93002, -8.90775), to: (-8.91104, 133.13503), metres: 11_756_066.0219864627),
    Distance(from: (-68.82867, -74.28391), to: (-50.63005, -8.36685), metres: 3_956_936.926063544),
    Distance(from: (-10.62672, -32.0898), to: (5.883, -134.31681), metres: 11_470_869.3864563009),
    Distance(from: (-21.76221, 166.90563), to: (48.72884, 213.97627), metres: 9_098_627.3986554915),
    Distance(from: (-19.79938, -174.47484), to: (-11.99349, -154.35109), metres: 2_319_004.8601169389),
    Distance(from: (-11.95887, -116.94513), to: (4.57352, 7.16501), metres: 13_834_722.5801401374),
    Distance(from: (-87.85331, 85.66836), to: (66.48646, 16.09921), metres: 17_286_615.3147144645),
    Distance(from: (1.74708, 128.32011), to: (-11.16617, 11.87109), metres: 12_942_901.1241347408),
    Distance(from: (-25.72959, -144.90758), to: (-57.70581, -269.17879), metres: 9_413_446.7452453107),
    Distance(from: (-41.22777, 122.32875), to: (-7.57291, 130.37946), metres: 3_812_686.035106021),
    Distance(from: (11.01307, 138.25278), to: (6.62726, 247.05981), metres: 11_911_190.819018408),
    Distance(from: (-29.47124, 95.14681), to: (-27.46601, -69.15955), metres: 13_487_015.8381145492),
  ]

  @Test("Published distances are met to a millimetre, both ways", arguments: published)
  func known(example: Distance) throws {
    let (from, to) = try example.positions()
    #expect(abs(from.distance(to: to) - example.metres) < 0.001)
    #expect(abs(to.distance(to: from) - example.metres) < 0.001)
  }

  @Test(
    "Poles, the equator, the antimeridian and a step across the street",
    arguments: [
      Distance(from: (0, 0), to: (0, 0), metres: 0),
      Distance(from: (90, 0), to: (90, 120), metres: 0),
      Distance(from: (0, 180), to: (0, -180), metres: 0),
      Distance(from: (0, 0), to: (0, 1), metres: 111_319.4907932264),
      Distance(from: (0, 179), to: (0, -179), metres: 222_638.9815864528),
      Distance(from: (0, 0), to: (90, 0), metres: 10_001_965.7293127),
      Distance(from: (-90, 45), to: (90, 45), metres: 20_003_931.4586254),
      Distance(from: (36.493349428792, 0), to: (36.49334942879201, 0.0000008), metres: 0.071_674_6),
    ] as [Distance])
  func corners(example: Distance) throws {
    let (from, to) = try example.positions()
    #expect(abs(from.distance(to: to) - example.metres) < 0.001)
  }

  @Test(
    "Places nearly opposite each other have a distance too, to 0.2 %",
    arguments: [
      Distance(from: (0, 0), to: (0, 179.5), metres: 19_980_861.9),
      Distance(from: (0, 0), to: (0, 180), metres: 20_003_931.4586),
      Distance(from: (0, 0), to: (1, 180), metres: 19_893_357),
      Distance(from: (0, 0), to: (0.5, 179.7), metres: 19_944_127.4),
      Distance(
        from: (48.522876735459, 0), to: (-48.52287673545898, 179.59972045622308), metres: 19_989_144.774),
      Distance(
        from: (89.262080389218, 0), to: (-89.262080389218, 179.99220798277538), metres: 20_003_925.854),
      Distance(from: (0.6, -58.32), to: (-0.63, 121.12), metres: 19_973_982),
    ] as [Distance])
  func opposite(example: Distance) throws {
    let (from, to) = try example.positions()
    #expect(abs(from.distance(to: to) - example.metres) < example.metres * 0.002)
  }

  @Test("Any two positions have a distance between 0 and half a meridian")
  func total() throws {
    let latitudes = [-90, -89.999999, -45, -1e-300, 0, 1e-9, 0.5, 60, 90]
    let longitudes = [-180, -179.9999, -90, -0.0, .leastNonzeroMagnitude, 0.3, 120, 179.4, 180]
    for (a, b) in latitudes.flatMap({ a in longitudes.map { (a, $0) } }) {
      for (c, d) in latitudes.flatMap({ c in longitudes.map { (c, $0) } }) {
        let from = try #require(Position(latitude: a, longitude: b))
        let distance = from.distance(to: try #require(Position(latitude: c, longitude: d)))
        #expect((0...20_003_931.459).contains(distance), "\(a) \(b) \(c) \(d)")
      }
    }
  }
}
