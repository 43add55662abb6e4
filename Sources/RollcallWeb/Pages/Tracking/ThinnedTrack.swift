import Rollcall
import RollcallStore

/// Positions of a long track, evenly chosen while it is read: at most as many as can be drawn. Suspicious ones stay
/// as long as they are no more than half.
struct ThinnedTrack {
  /// One of so many of a kind is taken.
  private struct Share {
    private(set) var step = 1
    private var seen = 0

    mutating func takesNext() -> Bool {
      defer { seen &+= 1 }
      return seen % step == 0
    }

    mutating func halve() {
      let (double, isTooLarge) = step.multipliedReportingOverflow(by: 2)
      step = isTooLarge ? step : double
    }
  }

  /// In order of time.
  private(set) var pings: [HistoryPing] = []
  /// Whether some were left out.
  private(set) var isThinned = false
  private let most: Int
  private var (plain, suspicious) = (Share(), Share())

  init(most: Int) { self.most = most }

  /// Takes the next position in order of time, or leaves it out.
  mutating func add(_ ping: HistoryPing) {
    let isTaken = ping.flags.isEmpty ? plain.takesNext() : suspicious.takesNext()
    if isTaken { pings.append(ping) } else { isThinned = true }
    if pings.count > most { halve() }
  }

  private mutating func halve() {
    isThinned = true
    let halvesSuspicious = pings.count { !$0.flags.isEmpty } > most / 2
    if halvesSuspicious { suspicious.halve() } else { plain.halve() }
    var place = 0
    pings = pings.filter { ping in
      guard ping.flags.isEmpty != halvesSuspicious else { return true }
      defer { place += 1 }
      return place.isMultiple(of: 2)
    }
  }
}
