import RollcallStore

/// One subject's part of the web floor: its routes' handlers, on the base that all of them share.
protocol WebPart: Sendable {
  /// The web shared by all subjects.
  var web: Web { get }
}

extension WebPart {
  var store: Store { web.store }
  var pages: PageRenderer { web.pages }
  var limits: RequestLimits { web.limits }
  var door: Door { web.door }
}
