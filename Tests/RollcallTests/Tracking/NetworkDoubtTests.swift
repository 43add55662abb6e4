import Testing

@testable import Rollcall

@Suite("Doubt by the network that a fix came from")
struct NetworkDoubtTests {
  static func place(_ latitude: Double, _ longitude: Double) throws -> Position {
    try #require(Position(latitude: latitude, longitude: longitude))
  }

  @Test(
    "a fix in the network's country, or not far beyond its border, is not doubted",
    arguments: [
      ("SI", 46.05, 14.51), ("SI", 45.81, 15.98), ("SI", 48.2, 16.37), ("NL", 12.5, -70.0),
      ("NL", 50.85, 4.35),
      ("FR", -21, 55.5), ("FR", 48.85, 2.35), ("US", 61.2, -149.9), ("US", 21.3, -157.9),
      ("US", 34.05, -118.2),
      ("US", 40.7, -74), ("RU", 43.1, 131.9), ("RU", 66, -172), ("RU", 54.7, 20.5), ("NZ", -43.9, -176.5),
      ("FJ", -17, -179.9), ("NO", 78.2, 15.6), ("CL", -27.1, -109.4), ("IN", 11.7, 92.7), ("ZA", -33.9, 18.4),
      ("AU", -37.8, 145), ("SG", 1.35, 103.8), ("GB", 54.6, -5.9), ("PT", 38.7, -27.2), ("BR", -3.1, -60),
    ])
  func atHome(country: String, latitude: Double, longitude: Double) throws {
    let origin = NetworkOrigin(country: country)
    #expect(origin.doubts(of: try Self.place(latitude, longitude), age: 0) == [])
  }

  @Test(
    "a fix far from it is doubted, with the distance",
    arguments: [
      ("NL", 46.05, 14.51, 640.0...720), ("SI", 40.4, -3.7, 1_400...1_500),
      ("NG", 46.05, 14.51, 3_500...3_700),
      // Across 180°: Fiji is 1,100 km from Samoa, not once around the Earth.
      ("FJ", -13.8, -168, 1_000...1_300), ("SI", 0.01, -170, 10_000...20_100),
    ])
  func abroad(country: String, latitude: Double, longitude: Double, away: ClosedRange<Double>) throws {
    let doubts = NetworkOrigin(country: country).doubts(of: try Self.place(latitude, longitude), age: 0)
    guard case .networkCountry(country, let kilometres)? = doubts.first, doubts.count == 1 else {
      Issue.record("\(doubts)")
      return
    }
    #expect(away.contains(kilometres), "\(kilometres)")
  }

  @Test("a network of servers is a doubt wherever the fix is")
  func servers() throws {
    let origin = NetworkOrigin(country: "SI", kind: .hosting, network: 64_498)
    #expect(origin.doubts(of: try Self.place(46, 14), age: 0) == [.networkType(.hosting, network: 64_498)])
  }

  @Test("an older fix, one at (0, 0), and a network of which nothing is known are not judged")
  func notJudged() throws {
    let origin = NetworkOrigin(country: "NG", kind: .relay)
    let place = try Self.place(46, 14)
    #expect(origin.doubts(of: place, age: 600_000).count == 2)
    #expect(origin.doubts(of: place, age: 600_001) == [])
    #expect(origin.doubts(of: try Self.place(0, 0), age: 0) == [])
    for country in [nil, "", "EU", "A1", "ng", "ZZ"] {
      #expect(NetworkOrigin(country: country).doubts(of: place, age: 0) == [])
    }
  }

  @Test("every country's rectangles are in the world, and there are nearly all countries")
  func outlines() {
    #expect(CountryOutline.boxes.count > 240)
    for (code, boxes) in CountryOutline.boxes {
      #expect(code.utf8.count == 2 && !boxes.isEmpty)
      for box in boxes {
        #expect(-90 <= box.south && box.south < box.north && box.north <= 90)
        #expect(-180 <= box.west && box.west < box.east && box.east <= 180)
      }
    }
  }

  @Test("no place ends the process, and inside is zero")
  func total() throws {
    for (code, boxes) in CountryOutline.boxes {
      for latitude in [-90.0, -0.5, 0, 90] {
        for longitude in [-180.0, -0.5, 0, 180] {
          let away = try #require(
            CountryOutline.kilometres(from: try Self.place(latitude, longitude), to: code))
          #expect((0...20_100).contains(away))
        }
      }
      let box = try #require(boxes.first)
      let middle = try Self.place((box.south + box.north) / 2, (box.west + box.east) / 2)
      #expect(CountryOutline.kilometres(from: middle, to: code) == 0)
    }
  }

  @Test("each line of the table of countries is a code and rectangles, and each code stands there once")
  func table() {
    let lines = countryBoxes.split(separator: "\n").map { $0.split(separator: " ") }
    for line in lines {
      #expect(line[0].utf8.count == 2 && line[0].utf8.allSatisfy { (65...90).contains($0) }, "\(line)")
      #expect(CountryOutline.boxes[String(line[0])]?.count == line.count - 1, "\(line)")
    }
    #expect(lines.count > 240 && Set(lines.map { $0[0] }).count == lines.count)
    #expect(lines.allSatisfy { $0.count > 1 })
  }
}
