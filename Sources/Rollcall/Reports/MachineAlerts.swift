/// A fault of the machine that Rollcall runs on. It concerns everyone, so each workspace gets the alert. The
/// raw values are those of the metrics and of `alerts.json`.
public enum MachineFault: String, CaseIterable, Sendable {
  /// The machine's clock may be wrong: nothing is purged, and some uploads wait.
  case clockInDoubt = "ClockInDoubt"
  /// The disk of the database is nearly full.
  case diskNearlyFull = "DiskNearlyFull"
  /// A file for locating addresses is old, or cannot be read.
  case geoIPOld = "GeoIPOld"
  /// Writes wait too long, or are refused.
  case writerBehind = "WriterBehind"

  /// Whether it cannot wait.
  public var isCritical: Bool { self != .geoIPOld }
}

/// The machine's own figures at one instant.
public struct MachineFigures: Equatable, Sendable {
  /// The state of the operator's files for locating addresses.
  public enum Addresses: Equatable, Sendable {
    /// None is named.
    case unused
    /// One cannot be read: which.
    case missing(String)
    /// The oldest was made then.
    case made(Timestamp)
  }

  /// Free space on the database's disk, bytes; `nil` = not known.
  public var free: UInt64?
  /// The size of the database, bytes.
  public var database: UInt64
  /// The files about addresses.
  public var addresses: Addresses
  /// How long the oldest pending write has waited, milliseconds.
  public var oldestWait: Milliseconds
  /// How many writes were refused since the start because too many waited.
  public var refused: Int
  /// Whether a write would be accepted now.
  public var hasRoom: Bool
  /// The doubt about the machine's clock; `nil` = there is none.
  public var clock: ClockDoubt?

  /// Figures from their parts.
  public init(
    free: UInt64?, database: UInt64, addresses: Addresses = .unused, oldestWait: Milliseconds = 0,
    refused: Int = 0, hasRoom: Bool = true, clock: ClockDoubt? = nil
  ) {
    self.clock = clock
    (self.free, self.database, self.addresses) = (free, database, addresses)
    (self.oldestWait, self.refused, self.hasRoom) = (oldestWait, refused, hasRoom)
  }

  /// Below this the disk is nearly full: 512 MiB, or the size of the database, which an erasure needs.
  public var leastFree: UInt64 { max(536_870_912, database) }
  /// Older files about addresses are too often wrong, milliseconds: 45 days.
  public static let oldestFile: Milliseconds = 45 * 86_400_000
}

/// What is remembered of the machine between two checks.
public struct MachineWatch: Sendable {
  /// Since when writes wait too long or are refused; `nil` = they do not.
  private var behindSince: Timestamp?
  /// Since when they do not; `nil` = they do.
  private var calmSince: Timestamp?
  private var isRefusing = false
  private var refused: Int?
  private var figures: MachineFigures?
  private var now = Timestamp.distantPast

  /// The longest acceptable wait of a write, milliseconds.
  static let longestWait: Milliseconds = 5_000
  /// How long a condition must hold, or be over, before it counts, milliseconds.
  static let patience: Milliseconds = 10_000

  /// Remembers nothing.
  public init() {}

  /// Records the figures of an instant.
  public mutating func record(_ figures: MachineFigures, at now: Timestamp) {
    isRefusing = !figures.hasRoom || (refused.map { figures.refused > $0 } ?? false)
    refused = figures.refused
    let isBehind = isRefusing || figures.oldestWait > Self.longestWait
    behindSince = isBehind ? behindSince ?? now : nil
    calmSince = isBehind ? nil : calmSince ?? now
    (self.figures, self.now) = (figures, now)
  }

  /// What to open and to close, according to the last recorded figures.
  ///
  /// - Parameter open: the faults with an open alert. The condition to close is stricter than the one to
  ///   open, so that a value on the edge does not make many alerts.
  public func decisions(open: Set<MachineFault>) -> [AlertDecision] {
    guard let figures else { return [] }
    return MachineFault.allCases.compactMap { trouble in
      let isOpen = open.contains(trouble)
      guard let at = isOpen ? ends(trouble, figures) : begins(trouble, figures) else { return nil }
      return AlertDecision(
        topic: .machine(trouble), opens: !isOpen, at: at, detail: isOpen ? "" : detail(of: trouble, figures))
    }
  }

  /// When a fault began; `nil` = there is none.
  private func begins(_ trouble: MachineFault, _ figures: MachineFigures) -> Timestamp? {
    switch trouble {
    case .clockInDoubt: figures.clock == nil ? nil : now
    case .diskNearlyFull: figures.free.map { $0 < figures.leastFree } == true ? now : nil
    case .geoIPOld: agedAt(figures)
    case .writerBehind:
      isRefusing ? now : behindSince.map { $0.advanced(by: Self.patience) }.flatMap { $0 <= now ? $0 : nil }
    }
  }

  /// When a fault with an open alert ended; `nil` = it has not.
  private func ends(_ trouble: MachineFault, _ figures: MachineFigures) -> Timestamp? {
    switch trouble {
    case .clockInDoubt: figures.clock == nil ? now : nil
    case .diskNearlyFull:
      // 10 % above the limit; an unknown value ends nothing.
      figures.free.map { $0 >= figures.leastFree + figures.leastFree / 10 } == true ? now : nil
    case .geoIPOld: agedAt(figures) == nil ? now : nil
    case .writerBehind:
      calmSince.map { $0.advanced(by: Self.patience) }.flatMap { $0 <= now ? $0 : nil }
    }
  }

  /// Since when the files about addresses are too old; `nil` = they are not.
  private func agedAt(_ figures: MachineFigures) -> Timestamp? {
    switch figures.addresses {
    case .unused: return nil
    case .missing: return now
    case .made(let made):
      let end = made.advanced(by: MachineFigures.oldestFile)
      return end < now ? now : nil
    }
  }

  private func detail(of trouble: MachineFault, _ figures: MachineFigures) -> String {
    switch trouble {
    case .clockInDoubt:
      return figures.clock.map { "it says \($0.wall.rfc3339), about \($0.estimate.rfc3339) is expected" }
        ?? ""
    case .diskNearlyFull:
      return "\((figures.free ?? 0) >> 20) MB are left, the database takes \(figures.database >> 20) MB"
    case .geoIPOld:
      guard case .made(let made) = figures.addresses else {
        guard case .missing(let name) = figures.addresses else { return "" }
        // The file's folder is the operator's own business.
        return "\(name.split(separator: "/").last.map(String.init) ?? name) cannot be read"
      }
      return "the oldest file was made \(now.since(made) / 86_400_000) days ago"
    case .writerBehind:
      return isRefusing
        ? "uploads are refused because too many wait"
        : "the oldest write has waited for \(figures.oldestWait / 1_000) s"
    }
  }
}
