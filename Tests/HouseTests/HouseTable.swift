/// One target of the house: the floor it stands on and what it may touch.
struct HouseTarget {
  /// 0 at the bottom. Imports point down.
  let floor: Int
  /// Targets of this package it may import.
  let house: Set<String>
  /// Modules from elsewhere it may import: products of other packages and the system's.
  let outside: Set<String>
  /// Folders it may have beside the subjects'. `nil`: any, but no subject's (a floor without product words).
  let structure: Set<String>?

  init(
    floor: Int, house: Set<String> = [], outside: Set<String> = [], structure: Set<String>? = []
  ) {
    self.floor = floor
    self.house = house
    self.outside = outside
    self.structure = structure
  }
}

/// The house as a table: what Package.swift promises and every import line keeps.
enum House {
  /// What the code is about; a folder with the same name on every floor.
  static let subjects: Set<String> = [
    "Fleet", "Tracking", "Liveness", "Dispatch", "Visits", "Events", "Access", "Privacy", "Retention",
    "Reports",
    "Map", "Notices", "Places", "Search",
  ]

  /// Which subjects a subject may know: mention types that their folders declare, or call their handles, on any floor.
  static let arrows: [String: Set<String>] = [
    "Access": ["Fleet", "Liveness"],
    "Dispatch": ["Access", "Fleet", "Liveness", "Places", "Tracking", "Visits"],
    "Events": ["Access", "Dispatch", "Fleet", "Liveness", "Retention", "Tracking"],
    "Fleet": [],
    "Liveness": ["Access", "Dispatch", "Fleet", "Retention", "Tracking", "Visits"],
    "Map": ["Access", "Dispatch", "Fleet", "Liveness", "Places", "Visits"],
    "Notices": ["Access", "Dispatch", "Fleet", "Reports"],
    "Places": ["Fleet"],
    "Privacy": ["Access", "Dispatch", "Fleet", "Liveness", "Notices", "Reports", "Retention", "Tracking"],
    "Reports": ["Access", "Dispatch", "Fleet", "Liveness", "Map", "Retention", "Tracking", "Visits"],
    "Retention": ["Access", "Dispatch", "Fleet", "Notices"],
    "Search": ["Access", "Dispatch", "Fleet", "Liveness", "Reports", "Visits"],
    "Tracking": ["Access", "Dispatch", "Fleet", "Liveness", "Retention"],
    "Visits": ["Access", "Fleet", "Retention", "Tracking"],
  ]

  /// The subjects that know each other, and why. No others may.
  static let mutual: [Set<String>: String] = [
    ["Access", "Liveness"]:
      "a login, a renewed token and a logout change a status; a status is told of a session",
    ["Dispatch", "Liveness"]:
      "the row of a person's status holds what they are on, and the board in memory who may be asked",
    ["Dispatch", "Tracking"]:
      "the answer to an upload carries the offers that wait; a fix in doubt ranks lower",
    ["Liveness", "Tracking"]: "one transaction stores the pings and the status that follows from them",
  ]

  /// The subjects that shared code knows. Listed, because shared code could hide an arrow between two subjects.
  static let structure: [String: Set<String>] = [
    // The wiring: effects, the store with the memory of each subject, the start.
    "RollcallStore": ["Access", "Dispatch", "Fleet", "Liveness", "Places", "Reports"],
    // The writer's memory holds copies of rows. A restored backup repeats erasures and holds.
    "RollcallStore/Engine": [
      "Access", "Dispatch", "Fleet", "Liveness", "Retention", "Tracking",
    ],
    // A file of the layout before packed positions becomes one of today's.
    "RollcallStore/Conversion": ["Fleet"],
    // The stored pings and uploads, which many subjects read.
    "RollcallStore/Track": ["Fleet", "Liveness", "Tracking"],
    // Access, exports and the metrics of all subjects. It also links reports on the page of incidents.
    "RollcallWeb/Shared": [
      "Access", "Dispatch", "Fleet", "Liveness", "Map", "Notices", "Reports", "Retention", "Tracking",
    ],
  ]

  /// The files beside `RollcallStore/Track` that name tables of pings, uploads and queues: those that write uploads, the
  /// list of what is personal and its export, and the conversion of an earlier layout.
  static let tablesOfTrack: Set<String> = [
    "Tracking/UploadStatements.swift", "Tracking/PingRows.swift",
    "Tracking/Idempotency.swift", "Privacy/PersonalData.swift", "Privacy/PersonalUploads.swift",
    "Conversion/OldLayout.swift", "Conversion/ConversionPacking.swift", "Conversion/ConversionUploads.swift",
    "Conversion/ConversionCheck.swift",
  ]

  /// Modules that come with Swift and the system. `RollcallWire` does without; `Rollcall` but for the sines of distances.
  private static let system: Set<String> = [
    "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "Synchronization",
  ]

  static let targets: [String: HouseTarget] = [
    "CMicroHTTPD": HouseTarget(floor: 0, structure: nil),
    "CMaxMindDB": HouseTarget(floor: 0, structure: nil),
    "CCurl": HouseTarget(floor: 0, structure: nil),
    "CQRencode": HouseTarget(floor: 0, structure: nil),
    "CSQLite": HouseTarget(floor: 0, structure: nil),

    "HTTPServer": HouseTarget(
      floor: 1, house: ["CMicroHTTPD"], outside: system.union(["DequeModule", "HTTPTypes"]),
      structure: nil),
    "GeoIP": HouseTarget(floor: 1, house: ["CMaxMindDB"], outside: system, structure: nil),
    "Push": HouseTarget(
      floor: 1, house: ["CCurl"], outside: system.union(["Crypto", "CryptoExtras"]), structure: nil),
    "QRCode": HouseTarget(floor: 1, house: ["CQRencode"], structure: nil),
    "SQL": HouseTarget(
      floor: 1, house: ["CSQLite"], outside: system.union(["GRDB", "GRDBSQLite"]), structure: nil),
    "Columns": HouseTarget(floor: 1),
    // Sine, cosine and arc tangent are libc's; nothing else of it is pure.
    "Rollcall": HouseTarget(floor: 1, outside: ["Glibc"], structure: ["Geometry", "Outbox", "Text", "Time"]),

    "RollcallStore": HouseTarget(
      floor: 2, house: ["Columns", "Rollcall", "SQL"],
      outside: system.union(["Crypto", "DequeModule"]),
      structure: ["Conversion", "Engine", "Outbox", "Schema", "Track"]),
    "RollcallWire": HouseTarget(floor: 2, house: ["Rollcall"], structure: ["Adapters", "CSV", "JSON"]),

    "RollcallWeb": HouseTarget(
      floor: 3, house: ["HTTPServer", "QRCode", "Rollcall", "RollcallStore", "RollcallWire"],
      outside: system.union(["Crypto", "CryptoExtras", "HTTPTypes", "Mustache"]),
      structure: ["Listing", "Messages", "Pages", "Shared", "Templating", "Words"]),
    "DeviceKit": HouseTarget(
      floor: 3, house: ["Rollcall", "RollcallWire"], outside: system.union(["GRDB"]),
      structure: ["DeviceKit.docc", "Transport"]),

    "RollcallServer": HouseTarget(
      floor: 4,
      house: ["GeoIP", "HTTPServer", "Push", "Rollcall", "RollcallStore", "RollcallWeb", "RollcallWire"],
      outside: system.union([
        "Configuration", "HTTPTypes", "Logging", "Metrics", "ServiceLifecycle", "UnixSignals",
      ]),
      structure: ["Background", "Control", "Logs", "Outbox", "Settings"]),
    "Simulator": HouseTarget(
      floor: 4, house: ["DeviceKit", "Rollcall", "RollcallWire"], outside: system),

    "RollcallCommand": HouseTarget(
      floor: 5, house: ["Rollcall", "RollcallServer", "Simulator"],
      outside: system.union(["ArgumentParser"])),
  ]
}
