import HTTPServer

/// Reports of other apps, and recorded tracks.
struct IngestWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    ingestRoutes + trackRoutes
  }
}

extension Web {
  var ingest: IngestWeb { IngestWeb(web: self) }
}
