import HTTPServer
import HTTPTypes
import RollcallStore
import RollcallWire

extension Web {
  /// `GET /health`: the process answers. Phones detect captive portals with it.
  @Sendable func health(_ request: Request) -> Response {
    var writer = JSONWriter()
    writer.object {
      $0.member("status", "ok")
      $0.member("time", store.clock())
    }
    return .json(writer.bytes)
  }

  /// `GET /readyz`: 503 unless the writer has just committed and there is disk space.
  @Sendable func readiness(_ request: Request) -> Response {
    let ready = isReady()
    var writer = JSONWriter()
    writer.object {
      $0.member("status", ready ? "ok" : "unavailable")
      $0.member("time", store.clock())
    }
    return .json(writer.bytes, status: ready ? .ok : .serviceUnavailable)
  }
}
