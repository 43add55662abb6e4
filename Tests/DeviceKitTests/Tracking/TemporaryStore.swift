import DeviceKit
import Foundation
import Rollcall

/// A phone's file in a folder of its own, gone with the last reference.
final class TemporaryStore {
  static let ana = Responder.ID(11)
  static let bor = Responder.ID(12)

  let folder: URL
  var path: String { folder.appendingPathComponent("rollcall.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("devicekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func open() throws -> DeviceStore { try DeviceStore(path: path) }
}

extension Ping {
  /// A ping that can be told from others by its place.
  static func sample(_ number: Int) -> Ping {
    guard let place = Position(latitude: 46 + Double(number % 1_000) / 10_000, longitude: 14.5) else {
      fatalError("46 degrees north is a latitude")
    }
    var ping = Ping(position: place, isMock: .no)
    ping.recordedAt = Timestamp(milliseconds: 1_800_000_000_000 + Int64(number) * 1_000)
    ping.accuracy = 8.5
    ping.batteryLevel = 0.5
    return ping
  }
}
