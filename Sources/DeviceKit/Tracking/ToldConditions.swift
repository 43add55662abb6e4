import Foundation
import GRDB
import Rollcall

/// What the server was last told of what decides between a profile's rules. It goes by that until it hears something
/// else, and so must the phone, also after a restart.
struct ToldConditions: Codable, Equatable {
  /// Metres a second; `nil` = never told.
  var speed: Double?
  /// 0…1; `nil` = never told.
  var battery: Double?

  /// The same, when a ping was told, too.
  func with(_ ping: Ping) -> ToldConditions {
    ToldConditions(speed: ping.speed ?? speed, battery: ping.batteryLevel ?? battery)
  }

  /// The same, when notices were told, too.
  func with(_ notices: [Notice]) -> ToldConditions {
    var told = self
    for case .event(.battery(let level)) in notices { told.battery = level }
    return told
  }
}

extension DeviceQueue {
  private var toldKey: String { "told.\(owner.rawValue)" }

  /// What was told when the app last ran.
  func told() throws -> ToldConditions {
    let kept = try store.kept(toldKey)
    return kept.flatMap { try? JSONDecoder().decode(ToldConditions.self, from: $0) } ?? ToldConditions()
  }

  /// The small value of the store that holds it.
  func row(telling told: ToldConditions) throws -> (key: String, data: Data?) {
    (toldKey, try JSONEncoder().encode(told))
  }

  /// Numbers and keeps pings, and with them what they tell the server.
  func append(
    _ pings: [Ping], limit: Int?, sparing: Set<Int64>, telling told: ToldConditions
  ) throws -> Appended {
    let row = try row(telling: told)
    return try append(pings, limit: limit, sparing: sparing) { db in
      try DeviceStore.keep(db, row.data, as: row.key)
    }
  }
}
