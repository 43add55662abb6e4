import Foundation
import Push
import Rollcall
import RollcallWeb
import Synchronization

/// Asks the operator's geocoder as seldom as possible: an answer is kept for a day, and it is asked at most once a second,
/// as public ones demand.
final class GeocoderDesk: Sendable {
  private struct Memory {
    var answers: [String: (places: [GeocodedPlace], at: TimeInterval)] = [:]
    var nextAt: TimeInterval = 0
  }

  private let memory = Mutex(Memory())
  private let geocoder: @Sendable (String) -> [GeocodedPlace]?
  private let now: @Sendable () -> TimeInterval
  static let kept: TimeInterval = 86_400
  static let rest: TimeInterval = 1
  private static let limit = 1_000

  /// - Parameter now: seconds of a clock that is never set.
  init(
    now: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime },
    _ geocoder: @escaping @Sendable (String) -> [GeocodedPlace]?
  ) {
    (self.now, self.geocoder) = (now, geocoder)
  }

  private enum Turn { case known([GeocodedPlace]), ask, tooSoon }

  func find(_ typed: String) -> OutsidePlaces.Answer {
    let text = Folding.fold(typed)
    let instant = now()
    let turn: Turn = memory.withLock { memory in
      if let kept = memory.answers[text], instant - kept.at < Self.kept { return .known(kept.places) }
      guard instant >= memory.nextAt else { return .tooSoon }
      memory.nextAt = instant + Self.rest
      return .ask
    }
    switch turn {
    case .known(let places): return .places(Self.places(places))
    case .tooSoon: return .later
    case .ask: break
    }
    guard let found = geocoder(typed) else { return .silent }
    memory.withLock { memory in
      if memory.answers.count >= Self.limit { memory.answers.removeAll(keepingCapacity: true) }
      memory.answers[text] = (found, instant)
    }
    return .places(Self.places(found))
  }

  private static func places(_ found: [GeocodedPlace]) -> [OutsidePlaces.Known] {
    found.compactMap { place in
      guard !place.name.hasControlCharacters else { return nil }
      return Position(latitude: place.latitude, longitude: place.longitude).map {
        OutsidePlaces.Known(name: place.name, position: $0)
      }
    }
  }
}

extension Settings {
  /// The geocoder that the operator names; without one, none is asked.
  var outsidePlaces: OutsidePlaces {
    guard let geocoder, let client = Geocoder(base: geocoder, userAgent: "Rollcall") else { return .none }
    let desk = GeocoderDesk { client.find($0) }
    return OutsidePlaces { desk.find($0) }
  }
}
