/// A stored request that carried positions, with what the phone said about itself. docs/store.md explains the
/// numbers.
public struct UploadRow: Sendable {
  /// When it was on disk.
  public var receivedAt: Int64 = 0
  /// Its number among the person's uploads.
  public var number: Int64 = 0
  /// When the phone says that it sent it.
  public var sentAt: Int64?
  /// The login's id; `nil` = it came from another app.
  public var session: Int64?
  /// Positions that were new.
  public var stored: Int64 = 0
  /// Positions that were there before.
  public var duplicates: Int64 = 0
  /// Positions older than the retention.
  public var expired: Int64 = 0
  /// Positions set aside as unfit.
  public var rejected: Int64 = 0
  /// The id of the latest fix after it.
  public var latestPing: Int64?
  /// The last known battery level after it, 0…1.
  public var knownBattery: Double?
  /// Whether the phone was known to save power after it.
  public var lowPower = false
  /// Whether the phone was known to have more queued.
  public var backlog = false
  /// When the latest fix was last confirmed.
  public var confirmedAt: Int64?
  /// Whether the app may read the position.
  public var permission: Int64?
  /// Whether location services are on.
  public var locationServices: Int64?
  /// Whether the phone saves power.
  public var powerMode: Int64?
  /// Whether the app is on the screen.
  public var appState: Int64?
  /// Positions waiting in the phone.
  public var queueDepth: Int64?
  /// How old the oldest of them is, seconds.
  public var oldestEntryAge: Double?
  /// How the phone reached us.
  public var network: Int64?
  /// The interval that the phone keeps, seconds.
  public var interval: Double?
  /// The other app's id.
  public var adapterDevice: Int64?
  /// The effective time of the latest fix after it.
  public var latestEffectiveAt: Int64?

  /// A row of zeros and NULLs.
  public init() {}
}

extension Rows where Name == UploadColumn {
  /// Rows from their values.
  public init(_ rows: [UploadRow]) {
    self.init(count: rows.count, columns: rows.withUnsafeBufferPointer { Self.columns($0) })
  }

  /// In the order of their numbers.
  private static func columns(_ rows: UnsafeBufferPointer<UploadRow>) -> [Column] {
    let count = rows.count
    return [
      Column(count) { rows[$0].receivedAt },
      Column(count) { rows[$0].number },
      Column(count, optional: { rows[$0].sentAt }),
      Column(count, optional: { rows[$0].session }),
      Column(count) { rows[$0].stored },
      Column(count) { rows[$0].duplicates },
      Column(count) { rows[$0].expired },
      Column(count) { rows[$0].rejected },
      Column(count, optional: { rows[$0].latestPing }),
      Column(count, double: { rows[$0].knownBattery }),
      Column(count) { rows[$0].lowPower ? 1 : 0 },
      Column(count) { rows[$0].backlog ? 1 : 0 },
      Column(count, optional: { rows[$0].confirmedAt }),
      Column(count, optional: { rows[$0].permission }),
      Column(count, optional: { rows[$0].locationServices }),
      Column(count, optional: { rows[$0].powerMode }),
      Column(count, optional: { rows[$0].appState }),
      Column(count, optional: { rows[$0].queueDepth }),
      Column(count, double: { rows[$0].oldestEntryAge }),
      Column(count, optional: { rows[$0].network }),
      Column(count, double: { rows[$0].interval }),
      Column(count, optional: { rows[$0].adapterDevice }),
      Column(count, optional: { rows[$0].latestEffectiveAt }),
    ]
  }

  /// The rows with all their values. All columns must have been decoded.
  public func all() -> [UploadRow] {
    var all = [UploadRow](repeating: UploadRow(), count: count)
    all.withUnsafeMutableBufferPointer { rows in
      eachInteger(.receivedAt) { rows[$0].receivedAt = $1 }
      eachInteger(.number) { rows[$0].number = $1 }
      eachInteger(.sentAt) { rows[$0].sentAt = $1 }
      eachInteger(.session) { rows[$0].session = $1 }
      eachInteger(.stored) { rows[$0].stored = $1 }
      eachInteger(.duplicates) { rows[$0].duplicates = $1 }
      eachInteger(.expired) { rows[$0].expired = $1 }
      eachInteger(.rejected) { rows[$0].rejected = $1 }
      eachInteger(.latestPing) { rows[$0].latestPing = $1 }
      eachDouble(.knownBattery) { rows[$0].knownBattery = $1 }
      eachInteger(.lowPower) { rows[$0].lowPower = $1 == 1 }
      eachInteger(.backlog) { rows[$0].backlog = $1 == 1 }
      eachInteger(.confirmedAt) { rows[$0].confirmedAt = $1 }
      eachInteger(.permission) { rows[$0].permission = $1 }
      eachInteger(.locationServices) { rows[$0].locationServices = $1 }
      eachInteger(.powerMode) { rows[$0].powerMode = $1 }
      eachInteger(.appState) { rows[$0].appState = $1 }
      eachInteger(.queueDepth) { rows[$0].queueDepth = $1 }
      eachDouble(.oldestEntryAge) { rows[$0].oldestEntryAge = $1 }
      eachInteger(.network) { rows[$0].network = $1 }
      eachDouble(.interval) { rows[$0].interval = $1 }
      eachInteger(.adapterDevice) { rows[$0].adapterDevice = $1 }
      eachInteger(.latestEffectiveAt) { rows[$0].latestEffectiveAt = $1 }
    }
    return all
  }
}
