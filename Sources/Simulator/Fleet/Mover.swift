public import Rollcall

/// How a person moves in a town.
public enum Mover: String, CaseIterable, Sendable {
  /// On foot, 1.4 m/s, with stops of one to ten minutes.
  case walker
  /// Runs for most of an hour, then rests.
  case runner
  /// Drives from light to light, with stops of one to ten minutes.
  case driver
  /// At a desk for hours, with occasional walks.
  case desk

  /// The usual movement of people with a profile.
  ///
  /// - Parameter chance: 0..<1: selects among those with the same profile.
  public init(profile: String, chance: Double) {
    switch profile {
    case "driver": self = .driver
    case "event": self = .runner
    case "family": self = chance < 0.6 ? .desk : .walker
    case "field": self = chance < 0.7 ? .driver : .walker
    default: self = chance < 0.4 ? .walker : chance < 0.7 ? .driver : .desk
    }
  }
}

extension Route {
  /// Generates a route along the streets of a town, hours long, and back to its beginning.
  ///
  /// - Parameters:
  ///   - town: The middle of the town.
  ///   - seed: Determines the route.
  ///   - mover: How the person moves.
  public static func onGrid(around town: Position, seed: UInt64, as mover: Mover = .walker) -> Route? {
    var way = StreetWay(around: town, seed: seed)
    switch mover {
    case .walker: way.walk()
    case .runner: way.run()
    case .driver: way.drive()
    case .desk: way.sit()
    }
    return Route(way.stations)
  }
}

extension StreetWay {
  private static let hour = 3_600.0

  fileprivate mutating func walk() {
    let pace = Gait(speed: spread(1.3...1.5))
    while seconds < 3 * Self.hour {
      go(to: corner(within: 6), pace)
      if happens(0.7) { rest(60...600) }
    }
    go(to: home, pace)
  }

  fileprivate mutating func run() {
    let pace = Gait(speed: spread(2.6...3.4), lights: 0.05, wait: 5...20)
    while seconds < 0.75 * Self.hour { go(to: corner(within: 8), pace) }
    go(to: home, pace)
    rest(900...2_400)
  }

  fileprivate mutating func drive() {
    let car = Gait(speed: 11, varies: 0.25, lights: 0.3, wait: 5...45, acceleration: 1.8)
    while seconds < 3 * Self.hour {
      go(to: corner(within: 20), car)
      if happens(0.8) { rest(60...600) }
    }
    go(to: home, car)
  }

  fileprivate mutating func sit() {
    let pace = Gait(speed: spread(1.3...1.5))
    while seconds < 8 * Self.hour {
      rest(1 * Self.hour...3 * Self.hour)
      go(to: corner(within: 6), pace)
      rest(600...2_400)
      go(to: home, pace)
    }
  }
}
