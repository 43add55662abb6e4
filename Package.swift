// swift-tools-version: 6.2
// Rollcall: who in the field can be reached, who cannot, since when, and why.
//
// A target is a floor of the house: what it may import is listed here and checked by HouseTests.
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "rollcall",
  // For the apps that embed DeviceKit: its locks need them. The server runs on Linux.
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .executable(name: "rollcall", targets: ["RollcallCommand"]),
    // With the modules whose types its interface names.
    .library(name: "DeviceKit", targets: ["DeviceKit", "Rollcall", "RollcallWire"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Floor 0: C libraries.
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    .systemLibrary(name: "CMaxMindDB", pkgConfig: "libmaxminddb", providers: [.apt(["libmaxminddb-dev"])]),

    // Floor 1: wrappers without product words, the codec of chunks, and the pure domain.
    .target(
      name: "HTTPServer",
      dependencies: [
        "CMicroHTTPD",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .target(name: "GeoIP", dependencies: ["CMaxMindDB"], swiftSettings: strict),
    .target(
      name: "Push",
      dependencies: [
        "CCurl",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: strict),
    .target(
      name: "SQL",
      dependencies: [
        "CSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .target(name: "Columns", swiftSettings: strict),
    .target(name: "Rollcall", swiftSettings: strict),

    // Floor 2: the server's SQL, and the JSON both ends speak.
    .target(
      name: "RollcallStore",
      dependencies: [
        "Columns", "Rollcall", "SQL",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: strict),
    .target(name: "RollcallWire", dependencies: ["Rollcall"], swiftSettings: strict),

    // Floor 3: routes, handlers, pages, CSV; and what an app embeds.
    .target(
      name: "RollcallWeb",
      dependencies: [
        "HTTPServer", "QRCode", "Rollcall", "RollcallStore", "RollcallWire",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: strict),
    .target(
      name: "DeviceKit",
      dependencies: ["Rollcall", "RollcallWire", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),

    // Floor 4: wiring and background work; phones for trials.
    .target(
      name: "RollcallServer",
      dependencies: [
        "GeoIP", "HTTPServer", "Push", "Rollcall", "RollcallStore", "RollcallWeb", "RollcallWire",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .target(
      name: "Simulator", dependencies: ["DeviceKit", "Rollcall", "RollcallWire"],
      swiftSettings: strict),

    // Floor 5: the one executable.
    .executableTarget(
      name: "RollcallCommand",
      dependencies: [
        "Rollcall", "RollcallServer", "Simulator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict,
      plugins: ["CommitPlugin"]),
    .plugin(name: "CommitPlugin", capability: .buildTool(), path: "scripts/CommitPlugin"),

    // What tests of several targets use.
    .target(name: "Seeds", path: "Tests/Support/Seeds", swiftSettings: strict),
    .target(name: "PlainDispatch", path: "Tests/Support/PlainDispatch", swiftSettings: strict),
    .target(
      name: "StoreSupport", dependencies: ["Rollcall", "RollcallStore", "SQL"], path: "Tests/Support/Store",
      swiftSettings: strict),

    .testTarget(name: "HouseTests", swiftSettings: strict),
    .testTarget(name: "SQLTests", dependencies: ["SQL"], swiftSettings: strict),
    .testTarget(
      name: "RollcallTests", dependencies: ["PlainDispatch", "Rollcall", "Seeds"], swiftSettings: strict),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer"], swiftSettings: strict),
    .testTarget(name: "GeoIPTests", dependencies: ["GeoIP"], swiftSettings: strict),
    .testTarget(name: "PushTests", dependencies: ["Push"], swiftSettings: strict),
    .testTarget(name: "ColumnsTests", dependencies: ["Columns", "Seeds"], swiftSettings: strict),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: strict),
    .testTarget(name: "RollcallWireTests", dependencies: ["RollcallWire"], swiftSettings: strict),
    .testTarget(
      name: "RollcallStoreTests",
      dependencies: [
        "Columns", "PlainDispatch", "Rollcall", "RollcallStore", "SQL", "Seeds", "StoreSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RollcallWebTests",
      dependencies: [
        "HTTPServer", "Rollcall", "RollcallStore", "RollcallWeb", "SQL", "StoreSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RollcallServerTests",
      dependencies: ["HTTPServer", "RollcallServer", "SQL"],
      swiftSettings: strict),
    .testTarget(
      name: "DeviceKitTests", dependencies: ["DeviceKit", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests", dependencies: ["RollcallServer", "Simulator"], swiftSettings: strict),
  ]
)
