import Foundation
import GRDB
import Rollcall
import Synchronization

/// Every foreign app by the hash of its secret: in memory, because each report asks. The rows are the truth; this copy
/// follows each commit.
public final class AdapterDirectory: Sendable {
  private let devices = Mutex<[SecretHash: AdapterDevice]>([:])

  /// The device a secret belongs to, revoked or not.
  public func find(secret: String) -> AdapterDevice? {
    let hash = SecretHash(of: secret)
    return devices.withLock { $0[hash] }
  }

  func load(from pool: DatabasePool) throws {
    let rows = try pool.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM adapter_device").compactMap { row in
        AdapterDevices.device(row).map { (SecretHash(stored: [UInt8](row["secret_hash"] as Data)), $0) }
      }
    }
    devices.withLock { $0 = Dictionary(rows, uniquingKeysWith: { first, _ in first }) }
  }

  func issued(_ device: AdapterDevice, secret: SecretHash) { devices.withLock { $0[secret] = device } }

  func revoked(_ ids: Set<AdapterDevice.ID>, at instant: Timestamp) {
    devices.withLock { all in
      for (hash, device) in all where ids.contains(device.id) { all[hash]?.revokedAt = instant }
    }
  }

  func changed(_ new: AdapterDevice) {
    devices.withLock { all in for (hash, device) in all where device.id == new.id { all[hash] = new } }
  }

  /// Forgets every device of somebody.
  func erased(_ responder: Responder.ID) {
    devices.withLock { all in all = all.filter { $0.value.responder != responder } }
  }
}
