import Columns
import Rollcall

/// What a phone says of itself, as numbers in the row of its upload. docs/store.md lists them; they are never renumbered.
private protocol Coded: CaseIterable {
  var code: Int64 { get }
}

extension Coded {
  fileprivate static func of(_ code: Int64?) -> Self? {
    code.flatMap { code in allCases.first { $0.code == code } }
  }
}

extension Telemetry.Permission: Coded {
  fileprivate var code: Int64 {
    switch self {
    case .granted: 0
    case .denied: 1
    }
  }
}

extension Telemetry.PowerMode: Coded {
  fileprivate var code: Int64 {
    switch self {
    case .normal: 0
    case .lowPower: 1
    }
  }
}

extension Telemetry.AppState: Coded {
  fileprivate var code: Int64 {
    switch self {
    case .foreground: 0
    case .background: 1
    }
  }
}

extension Telemetry.Network: Coded {
  fileprivate var code: Int64 {
    switch self {
    case .wifi: 0
    case .cellular: 1
    case .none: 2
    }
  }
}

extension UploadRow {
  /// Sets what the phone said.
  mutating func note(_ said: Telemetry) {
    permission = said.permission?.code
    locationServices = said.locationServices.map { $0 ? 1 : 0 }
    powerMode = said.powerMode?.code
    appState = said.appState?.code
    queueDepth = said.queueDepth
    oldestEntryAge = said.oldestEntryAge
    network = said.network?.code
    interval = said.interval
  }
}

extension Rows where Name == UploadColumn {
  /// What ``telemetry(_:)`` reads.
  static var telemetry: ColumnSet<UploadColumn> {
    [
      .permission, .locationServices, .powerMode, .appState, .queueDepth, .oldestEntryAge, .network,
      .interval,
    ]
  }

  /// What the phone said with an upload.
  func telemetry(_ row: Int) -> Telemetry {
    var said = Telemetry()
    said.permission = .of(integer(.permission, row))
    said.locationServices = integer(.locationServices, row).map { $0 == 1 }
    said.powerMode = .of(integer(.powerMode, row))
    said.appState = .of(integer(.appState, row))
    said.queueDepth = integer(.queueDepth, row)
    said.oldestEntryAge = double(.oldestEntryAge, row)
    said.network = .of(integer(.network, row))
    said.interval = double(.interval, row)
    return said
  }
}
