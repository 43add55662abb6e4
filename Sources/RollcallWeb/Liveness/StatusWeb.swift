import HTTPServer
import HTTPTypes
import Rollcall

/// The server's health and metrics.
struct StatusWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      Route(.get, "/health", handler: .inline(health)),
      Route(.get, "/readyz", handler: .inline(readiness)),
      Route(.get, "/metrics", handler: .work(.page, metricsPage)),
    ]
  }
}

extension Web {
  var status: StatusWeb { StatusWeb(web: self) }
}
