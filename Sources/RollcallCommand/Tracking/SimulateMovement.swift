import Rollcall
import RollcallServer
import Simulator

extension Simulate {
  /// How people moved, as text: a line for each kind of movement.
  static func lines(of movement: MovementTally) -> [String] {
    movement.kinds.sorted { $0.key < $1.key }.map { word, kind in
      var parts = ["\(word) (\(kind.phones)): at rest \(percent(kind.restShare)) of the time"]
      if let rest = kind.rest { parts.append("\(text(rest)) s at a time") }
      if let speed = kind.speed { parts.append("else \(text(speed)) m/s") }
      if let step = kind.step { parts.append("from ping to ping \(text(step)) m") }
      let cached = kind.pings > 0 ? Double(kind.cached) / Double(kind.pings) : 0
      parts.append("cached \(percent(cached)) of \(kind.pings) pings")
      return parts.joined(separator: ", ")
    }
  }

  /// The same for programs.
  static func object(_ kind: MovementTally.Kind) -> JSONValue {
    var members: [String: JSONValue] = [
      "phones": .integer(Int64(kind.phones)), "pings": .integer(Int64(kind.pings)),
      "cached": .integer(Int64(kind.cached)), "rest_share": .number(kind.restShare),
    ]
    members["speed_mps"] = kind.speed.map(object)
    members["rest_s"] = kind.rest.map(object)
    members["step_m"] = kind.step.map(object)
    return .object(members)
  }

  private static func object(_ spread: MovementTally.Spread) -> JSONValue {
    .object(["p10": .number(spread.low), "p50": .number(spread.middle), "p90": .number(spread.high)])
  }

  private static func text(_ spread: MovementTally.Spread) -> String {
    "\(tenth(spread.middle)) (\(tenth(spread.low)) to \(tenth(spread.high)))"
  }

  private static func tenth(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private static func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
}
