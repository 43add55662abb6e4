import Foundation
import GRDB
import Rollcall

/// The conditions that the server was last told and that decide between a profile's rules. The server relies
/// on them until it is told otherwise, and so must the phone, even after a restart.
struct SentConditions: Codable, Equatable {
  /// Metres per second; `nil` = never sent.
  var speed: Double?
  /// 0…1; `nil` = never sent.
  var battery: Double?

  /// Updated with a ping that was sent.
  func with(_ ping: Ping) -> SentConditions {
    SentConditions(speed: ping.speed ?? speed, battery: ping.batteryLevel ?? battery)
  }

  /// Updated with notices that were sent.
  func with(_ notices: [Notice]) -> SentConditions {
    var told = self
    for case .event(.battery(let level)) in notices { told.battery = level }
    return told
  }
}

extension DeviceQueue {
  private var toldKey: String { "told.\(owner.rawValue)" }

  /// The conditions when the app last ran.
  func told() throws -> SentConditions {
    let kept = try store.kept(toldKey)
    return kept.flatMap { try? JSONDecoder().decode(SentConditions.self, from: $0) } ?? SentConditions()
  }

  /// The small value that stores them.
  func row(telling told: SentConditions) throws -> (key: String, data: Data?) {
    (toldKey, try JSONEncoder().encode(told))
  }

  /// Numbers and saves pings, and the conditions that they tell the server.
  func append(
    _ pings: [Ping], limit: Int?, sparing: Set<Int64>, telling told: SentConditions
  ) throws -> Appended {
    let row = try row(telling: told)
    return try append(pings, limit: limit, sparing: sparing) { db in
      try DeviceStore.save(db, row.data, as: row.key)
    }
  }
}
