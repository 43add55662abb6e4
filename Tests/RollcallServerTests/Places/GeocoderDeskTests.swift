import Foundation
import Push
import Synchronization
import Testing

@testable import RollcallServer
@testable import RollcallWeb

@Suite("The operator's geocoder is asked seldom")
struct GeocoderDeskTests {
  /// What a geocoder was asked, at a time that tests move.
  private final class Asked: Sendable {
    let texts = Mutex<[String]>([])
    let at = Mutex(100.0)
    let answer = Mutex<[GeocodedPlace]?>([
      GeocodedPlace(name: "Nova ulica 1", latitude: 46, longitude: 14),
      GeocodedPlace(name: "bad\u{7}", latitude: 46, longitude: 14),
    ])
  }

  private let asked = Asked()
  private let desk: GeocoderDesk

  init() {
    desk = GeocoderDesk(now: { [asked] in asked.at.withLock { $0 } }) { [asked] text in
      asked.texts.withLock { $0.append(text) }
      return asked.answer.withLock { $0 }
    }
  }

  /// The names of the places, or why there are none.
  private func names(_ text: String) -> [String] {
    switch desk.find(text) {
    case .places(let places): places.map(\.name)
    case .later: ["later"]
    case .silent: ["silent"]
    }
  }

  @Test("an answer is kept for a day, whatever the case and the accents")
  func kept() {
    #expect(names("nova ulica") == ["Nova ulica 1"])
    asked.at.withLock { $0 += 5 }
    #expect(names("Nová ULICA") == ["Nova ulica 1"])
    #expect(asked.texts.withLock { $0 } == ["nova ulica"])
    asked.at.withLock { $0 += GeocoderDesk.kept }
    _ = desk.find("nova ulica")
    #expect(asked.texts.withLock { $0.count } == 2)
  }

  @Test("who asks again within a second is told to wait, and the geocoder is left alone")
  func rests() {
    _ = desk.find("nova")
    #expect(names("nova u") == ["later"])
    #expect(asked.texts.withLock { $0 } == ["nova"])
    asked.at.withLock { $0 += GeocoderDesk.rest }
    #expect(names("nova u").count == 1)
  }

  @Test("a geocoder that does not answer is asked again later")
  func silent() {
    asked.answer.withLock { $0 = nil }
    #expect(names("nova") == ["silent"])
    asked.at.withLock { $0 += GeocoderDesk.rest }
    asked.answer.withLock { $0 = [] }
    #expect(names("nova").isEmpty && asked.texts.withLock { $0.count } == 2)
  }
}
