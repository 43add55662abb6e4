/// A stored position. docs/store.md explains the numbers.
public struct PingRow: Sendable {
  /// When it was taken, in server time.
  public var effectiveAt: Int64 = 0
  /// When it was taken, by the phone's clock.
  public var recordedAt: Int64?
  /// When it was on disk.
  public var receivedAt: Int64 = 0
  /// Its id.
  public var id: Int64 = 0
  /// Bits of the reasons to doubt it.
  public var flags: Int64 = 0
  /// Whether it was taken on duty.
  public var onDuty = false
  /// The clock that its time is based on.
  public var timeSource: Int64 = 0
  /// Degrees.
  public var latitude = 0.0
  /// Degrees.
  public var longitude = 0.0
  /// Its queue's id.
  public var queue: Int64 = 0
  /// Its number in its queue.
  public var sequence: Int64?
  /// What the phone says about the origin of the position.
  public var isMock: Int64 = 0
  /// Distinguishes different contents with the same identity.
  public var variant: Int64 = 0
  /// Metres.
  public var accuracy: Double?
  /// Metres per second.
  public var speed: Double?
  /// Degrees clockwise from north.
  public var heading: Double?
  /// Metres.
  public var altitude: Double?
  /// What took the position.
  public var source: Int64?
  /// 0…1.
  public var battery: Double?
  /// The signal quality, as the phone reports it.
  public var signal: Int64?
  /// The visit's id.
  public var visit: Int64?
  /// How old the position was when the phone looked, seconds.
  public var fixAge: Double?
  /// When the app last confirmed the position.
  public var confirmedAt: Int64?

  /// A row of zeros and NULLs.
  public init() {}
}

extension Rows where Name == PingColumn {
  /// Rows from their values.
  public init(_ rows: [PingRow]) {
    self.init(count: rows.count, columns: rows.withUnsafeBufferPointer { Self.columns($0) })
  }

  /// In the order of their numbers.
  private static func columns(_ rows: UnsafeBufferPointer<PingRow>) -> [Column] {
    let count = rows.count
    return [
      Column(count) { rows[$0].effectiveAt },
      Column(count, optional: { rows[$0].recordedAt }),
      Column(count) { rows[$0].receivedAt },
      Column(count) { rows[$0].id },
      Column(count) { rows[$0].flags },
      Column(count) { rows[$0].onDuty ? 1 : 0 },
      Column(count) { rows[$0].timeSource },
      Column(count, double: { rows[$0].latitude }),
      Column(count, double: { rows[$0].longitude }),
      Column(count) { rows[$0].queue },
      Column(count, optional: { rows[$0].sequence }),
      Column(count) { rows[$0].isMock },
      Column(count) { rows[$0].variant },
      Column(count, double: { rows[$0].accuracy }),
      Column(count, double: { rows[$0].speed }),
      Column(count, double: { rows[$0].heading }),
      Column(count, double: { rows[$0].altitude }),
      Column(count, optional: { rows[$0].source }),
      Column(count, double: { rows[$0].battery }),
      Column(count, optional: { rows[$0].signal }),
      Column(count, optional: { rows[$0].visit }),
      Column(count, double: { rows[$0].fixAge }),
      Column(count, optional: { rows[$0].confirmedAt }),
    ]
  }

  /// The rows with all their values. All columns must have been decoded.
  public func all() -> [PingRow] {
    var all = [PingRow](repeating: PingRow(), count: count)
    all.withUnsafeMutableBufferPointer { rows in
      eachInteger(.effectiveAt) { rows[$0].effectiveAt = $1 }
      eachInteger(.recordedAt) { rows[$0].recordedAt = $1 }
      eachInteger(.receivedAt) { rows[$0].receivedAt = $1 }
      eachInteger(.id) { rows[$0].id = $1 }
      eachInteger(.flags) { rows[$0].flags = $1 }
      eachInteger(.onDuty) { rows[$0].onDuty = $1 == 1 }
      eachInteger(.timeSource) { rows[$0].timeSource = $1 }
      eachDouble(.latitude) { rows[$0].latitude = $1 }
      eachDouble(.longitude) { rows[$0].longitude = $1 }
      eachInteger(.queue) { rows[$0].queue = $1 }
      eachInteger(.sequence) { rows[$0].sequence = $1 }
      eachInteger(.isMock) { rows[$0].isMock = $1 }
      eachInteger(.variant) { rows[$0].variant = $1 }
      eachDouble(.accuracy) { rows[$0].accuracy = $1 }
      eachDouble(.speed) { rows[$0].speed = $1 }
      eachDouble(.heading) { rows[$0].heading = $1 }
      eachDouble(.altitude) { rows[$0].altitude = $1 }
      eachInteger(.source) { rows[$0].source = $1 }
      eachDouble(.battery) { rows[$0].battery = $1 }
      eachInteger(.signal) { rows[$0].signal = $1 }
      eachInteger(.visit) { rows[$0].visit = $1 }
      eachDouble(.fixAge) { rows[$0].fixAge = $1 }
      eachInteger(.confirmedAt) { rows[$0].confirmedAt = $1 }
    }
    return all
  }
}
