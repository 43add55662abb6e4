import Rollcall

/// A status as a shape, a colour and a word.
struct StatusPill: PagePart, Hashable {
  /// The contract's word, e.g. `off_duty`: names the colour in the style sheet and the filter in URLs.
  var name: String
  /// The word for people, e.g. `Off duty`.
  var word: String
  /// The outline of the shape in a square of 12, SVG path data.
  var shape: String

  /// The pill of `status`.
  init(_ status: Status) {
    name = status.rawValue
    word = status.label
    shape = status.shape
  }
}

extension Status {
  /// The order of the board: who needs a look first comes first.
  static let worstFirst: [Status] = [.offline, .degraded, .online, .unknown, .offDuty]

  var label: String {
    switch self {
    case .online: "Online"
    case .degraded: "Degraded"
    case .offline: "Offline"
    case .unknown: "Unknown"
    case .offDuty: "Off duty"
    }
  }

  /// Filled circle, half circle, triangle, dashed circle (dashed by the style sheet), dash.
  fileprivate var shape: String {
    switch self {
    case .online: "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6z"
    case .degraded: "M6 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0-9.6zM6 2.6a3.4 3.4 0 0 1 0 6.8z"
    case .offline: "M6 .8l5.8 10.4H.2z"
    case .unknown: "M6 1.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8z"
    case .offDuty: "M1.5 5h9v2.2h-9z"
    }
  }
}
