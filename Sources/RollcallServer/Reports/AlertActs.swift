import Foundation
import GeoIP
import Rollcall
import RollcallStore

extension AlertRound.Acts {
  /// The round's access to a store.
  ///
  /// - Parameter geoIP: the files about addresses; `nil` when there are none.
  init(on store: Store, _ geoIP: GeoIPDatabase?) {
    self.init(
      workspaces: { try store.fleet.workspaces().map(\.id) },
      judge: { workspace, watch in
        _ = try store.alerts.judgeAlerts(of: workspace, &watch) { GeoIPDatabase.network(of: $0, geoIP) }
      },
      lookAtMachine: { $0.record(Self.figures(store, geoIP), at: store.clock()) },
      judgeMachine: { workspace, watch in
        do throws(StoreError) {
          _ = try store.alerts.judgeMachine(of: workspace, watch)
        } catch {
          // These alerts are about a full disk and a busy writer themselves: the next second tries again.
          guard case .unavailable = error else { throw error }
        }
      })
  }

  private static func figures(_ store: Store, _ geoIP: GeoIPDatabase?) -> MachineFigures {
    var about = stat()
    let size = stat(store.path, &about) == 0 ? UInt64(clamping: about.st_size) : 0
    let lag = store.writerLag
    return MachineFigures(
      free: DiskRoom.free(at: store.path), database: size, addresses: GeoIPDatabase.age(geoIP),
      oldestWait: lag.oldest, refused: lag.refused, hasRoom: store.hasRoom,
      clock: store.clockDoubt)
  }
}
