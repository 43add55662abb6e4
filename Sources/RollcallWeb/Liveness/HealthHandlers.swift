import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension StatusWeb {
  /// `GET /health`: the process answers. Phones detect captive portals with it.
  @Sendable func health(_ request: Request) -> Response {
    var writer = JSONWriter()
    writer.object {
      $0.member("status", "ok")
      $0.member("time", store.clock())
    }
    return .json(writer.bytes)
  }

  /// `GET /readyz`: 503 unless the writer has just committed, there is disk space, and uploads can be dated.
  @Sendable func readiness(_ request: Request) -> Response {
    let doubt = store.clockDoubt
    // A clock that is ahead stops purges, but not uploads.
    let ready = web.background.isReady() && doubt?.direction != .behind
    var writer = JSONWriter()
    writer.object {
      $0.member("status", ready ? "ok" : "unavailable")
      $0.member("time", store.clock())
      if let doubt {
        $0.member("reason", "clock in doubt")
        $0.member("clock", doubt.wall)
      }
    }
    return .json(writer.bytes, status: ready ? .ok : .serviceUnavailable)
  }
}
