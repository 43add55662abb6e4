import HTTPServer

/// Positions in doubt.
struct DoubtWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    doubtRoutes
  }
}

extension Web {
  var doubts: DoubtWeb { DoubtWeb(web: self) }
}
