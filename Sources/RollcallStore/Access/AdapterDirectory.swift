import Foundation
import Rollcall
import SQL
import Synchronization

/// Every other app by the hash of its secret: in memory, because each report looks one up. The rows are the
/// truth; this copy follows each commit.
public final class AdapterDirectory: Sendable {
  private let devices = Mutex<[SecretHash: AdapterDevice]>([:])
  /// Counts devices that were revoked or changed.
  public let changes = ChangeCount()

  /// The device a secret belongs to, revoked or not.
  public func find(secret: String) -> AdapterDevice? {
    let hash = SecretHash(of: secret)
    return devices.withLock { $0[hash] }
  }

  func load(_ db: Database) throws {
    let rows = try db.all("SELECT * FROM adapter_device") { row in
      (try row["secret_hash"] as SecretHash, try AdapterDevice(row: row))
    }
    devices.withLock { $0 = Dictionary(rows, uniquingKeysWith: { first, _ in first }) }
  }

  func issued(_ device: AdapterDevice, secret: SecretHash) { devices.withLock { $0[secret] = device } }

  func revoked(_ ids: Set<AdapterDevice.ID>, at instant: Timestamp) {
    devices.withLock { all in
      for (hash, device) in all where ids.contains(device.id) { all[hash]?.revokedAt = instant }
    }
    changes.changed()
  }

  func changed(_ new: AdapterDevice) {
    devices.withLock { all in for (hash, device) in all where device.id == new.id { all[hash] = new } }
    changes.changed()
  }

  /// Removes all devices of an erased responder.
  func erased(_ responder: Responder.ID) {
    devices.withLock { all in all = all.filter { $0.value.responder != responder } }
    changes.changed()
  }
}
