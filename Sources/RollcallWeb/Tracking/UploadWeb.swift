import HTTPServer
import HTTPTypes
import Rollcall

/// Uploads and queries of phones with our own app.
struct UploadWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.json(limit: Web.bodyLimit)
    return [
      door.phone(.get, "/app/v1/me", me),
      door.phone(.get, "/app/v1/config", config),
      door.phone(.post, "/app/v1/locations", body: json, upload(.single)),
      batches("/app/v1/locations/batch", .batch),
      batches("/locations", .plain),
      door.phone(.post, "/app/v1/device-events", body: json, deviceEvents),
    ]
  }
}

extension Web {
  var uploads: UploadWeb { UploadWeb(web: self) }
}
