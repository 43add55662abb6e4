public import Rollcall

/// How a simulated phone lives.
public enum PhoneBehaviour: Equatable, Sendable {
  /// Reports as its profile asks.
  case steady
  /// Reports until this long after the fleet started, then never again. Milliseconds.
  case silent(after: Milliseconds)
  /// Loses its network again and again, and uploads what it has queued when the network is back. Milliseconds.
  case tunnels(reachable: Milliseconds, unreachable: Milliseconds)
  /// Starts with 22 % of battery, loses 1 % every two minutes, saves power below 20 %, and dies after 42 minutes.
  case lowBattery

  /// Whether the phone reaches the server `elapsed` milliseconds after the fleet started.
  func isReachable(after elapsed: Milliseconds) -> Bool {
    switch self {
    case .steady: return true
    case .lowBattery: return elapsed < 2_520_000
    case .silent(let after): return elapsed < after
    case .tunnels(let reachable, let unreachable):
      let (round, overflow) = max(1, reachable).addingReportingOverflow(max(0, unreachable))
      return overflow || max(0, elapsed) % round < max(1, reachable)
    }
  }

  /// The battery `elapsed` milliseconds after the fleet started, 0…1. A healthy phone began with `start`, loses 1 %
  /// in twelve minutes, and is charged when it comes to 25 %.
  func battery(after elapsed: Milliseconds, start: Double) -> Double {
    let minutes = Double(elapsed) / 60_000
    let level: Double
    if self == .lowBattery {
      level = 0.22 - minutes / 200
    } else {
      let left = (start - 0.25 - minutes / 1_200).truncatingRemainder(dividingBy: 0.7)
      level = 0.25 + (left < 0 ? left + 0.7 : left)
    }
    return (min(1, max(0.01, level)) * 100).rounded() / 100
  }

  /// A town's mix: of ten phones one falls silent, one loses its network now and then, one has an empty battery,
  /// and the others are well.
  public static func mixed(_ index: Int) -> PhoneBehaviour {
    switch index % 10 {
    case 3: .silent(after: 120_000 + Milliseconds(index % 7) * 30_000)
    case 6: .tunnels(reachable: 240_000, unreachable: 300_000)
    case 8: .lowBattery
    default: .steady
    }
  }
}
