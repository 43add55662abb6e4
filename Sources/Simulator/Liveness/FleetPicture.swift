import Foundation
public import Rollcall

/// A drawing of what happened to the phones of a fleet and what the server said about them, aligned by time.
public struct FleetPicture: Sendable {
  /// One phone.
  public struct Lane: Sendable {
    /// What people call it.
    public var name: String
    /// Its true states, in order.
    public var happened: [(span: TimeSpan, state: PhoneTruth.State)]
    /// The statuses that the contract's table demands, and those of the server.
    public var due: [TrueStatus.Change]
    /// The statuses of the server.
    public var said: [TrueStatus.Change]

    /// Creates a lane.
    public init(
      name: String, happened: [(span: TimeSpan, state: PhoneTruth.State)], due: [TrueStatus.Change],
      said: [TrueStatus.Change]
    ) {
      (self.name, self.happened, self.due, self.said) = (name, happened, due, said)
    }
  }

  private static let left = 135.0
  private static let width = 1_200.0
  private static let laneHeight = 24.0
  private static let top = 70.0

  private let lanes: [Lane]
  private let span: TimeSpan
  private let absences: [ServerAbsence]

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - span: The span to draw.
  ///   - absences: The server's downtimes.
  public init(_ lanes: [Lane], span: TimeSpan, absences: [ServerAbsence]) {
    (self.lanes, self.span, self.absences) = (lanes, span, absences)
  }

  /// The document.
  public var svg: String {
    let height = Self.top + Double(lanes.count) * Self.laneHeight + 20
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(Self.text(Self.left + Self.width + 20)) \#(Self.text(height))" font-family="sans-serif" font-size="11">"#,
      "<title>Phones and what the server said of them</title>",
      ##"<rect width="100%" height="100%" fill="#fff"/>"##,
    ]
    lines += legend + hours(until: height - 20)
    for (index, lane) in lanes.enumerated() {
      lines += draw(lane, at: Self.top + Double(index) * Self.laneHeight)
    }
    lines += absences.map { absence in
      box(
        absence.from, absence.until, y: Self.top - 6, height: height - Self.top - 8, fill: "#000",
        more: #" fill-opacity="0.13""#, title: "server away")
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The truth above, the server's statuses below; between them, in red, where they should differ from what
  /// the server says.
  private func draw(_ lane: Lane, at y: Double) -> [String] {
    var lines = [#"<text x="4" y="\#(Self.text(y + 13))">\#(Self.escaped(lane.name))</text>"#]
    lines += lane.happened.map { span, state in
      box(span.from, span.to, y: y, height: 6, fill: state.colour, title: "phone: \(state.words)")
    }
    lines += Self.spans(lane.said, until: span.to).map { span, status in
      box(span.from, span.to, y: y + 8, height: 10, fill: status.colour, title: "server: \(status.rawValue)")
    }
    lines += Self.differences(lane, until: span.to).map { span in
      box(span.from, span.to, y: y + 18, height: 3, fill: "#d00000", title: "the server should say otherwise")
    }
    return lines
  }

  private var legend: [String] {
    let states = PhoneTruth.State.allCases.map { ($0.colour, "phone: \($0.words)") }
    let statuses = [Status.online, .degraded, .offline, .unknown, .offDuty].map {
      ($0.colour, "server: \($0.rawValue)")
    }
    func row(_ items: [(String, String)], y: Double, each: Double) -> [String] {
      items.enumerated().flatMap { index, item in
        let x = Self.left + Double(index) * each
        return [
          #"<rect x="\#(Self.text(x))" y="\#(Self.text(y - 9))" width="12" height="10" fill="\#(item.0)"/>"#,
          #"<text x="\#(Self.text(x + 17))" y="\#(Self.text(y))">\#(item.1)</text>"#,
        ]
      }
    }
    return row(states + [("#bbb", "server away")], y: 16, each: 235)
      + row(statuses + [("#d00000", "said otherwise than due")], y: 34, each: 170)
  }

  private func hours(until bottom: Double) -> [String] {
    let hour: Milliseconds = 3_600_000
    let each = max(1, span.length / hour / 24 + (span.length / hour % 24 > 0 ? 1 : 0))
    return stride(from: 0, through: span.length, by: Int(each * hour)).flatMap { elapsed in
      let x = Self.text(place(span.from.advanced(by: Milliseconds(elapsed))))
      return [
        ##"<line x1="\##(x)" x2="\##(x)" y1="52" y2="\##(Self.text(bottom))" stroke="#ddd"/>"##,
        ##"<text x="\##(x)" y="49" text-anchor="middle" fill="#555">\##(Milliseconds(elapsed) / hour) h</text>"##,
      ]
    }
  }

  private func box(
    _ from: Timestamp, _ to: Timestamp, y: Double, height: Double, fill: String, more: String = "",
    title: String
  ) -> String {
    let x = place(from)
    return
      #"<rect x="\#(Self.text(x))" y="\#(Self.text(y))" width="\#(Self.text(max(0.3, place(to) - x)))" height="\#(Self.text(height))" fill="\#(fill)"\#(more)><title>\#(title), \#(from.rfc3339) to \#(to.rfc3339)</title></rect>"#
  }

  private func place(_ instant: Timestamp) -> Double {
    let share = Double(instant.since(span.from)) / Double(max(1, span.length))
    return Self.left + Self.width * min(1, max(0, share))
  }

  /// To the tenth.
  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  private static func spans(
    _ changes: [TrueStatus.Change], until end: Timestamp
  ) -> [(span: TimeSpan, status: Status)] {
    changes.indices.map { index in
      let next = changes.indices.contains(index + 1) ? changes[index + 1].at : end
      return (TimeSpan(from: changes[index].at, to: max(changes[index].at, next)), changes[index].status)
    }
  }

  /// Where the server's status is not the one due, for a second or longer.
  static func differences(_ lane: Lane, until end: Timestamp) -> [TimeSpan] {
    let cuts = Set((lane.due + lane.said).map(\.at)).union([end]).sorted()
    return zip(cuts, cuts.dropFirst()).compactMap { from, to in
      // Before the phone's first request no status is due.
      guard let due = status(in: lane.due, at: from) else { return nil }
      let isSame = due == status(in: lane.said, at: from)
      return isSame || to.since(from) < 1_000 ? nil : TimeSpan(from: from, to: to)
    }
  }

  private static func status(in changes: [TrueStatus.Change], at instant: Timestamp) -> Status? {
    changes.last { $0.at <= instant }?.status
  }
}

extension Status {
  fileprivate var colour: String {
    switch self {
    case .online: "#2e9e4f"
    case .degraded: "#e8a317"
    case .offline: "#c0392b"
    case .unknown: "#8e7cc3"
    case .offDuty: "#cfd8dc"
    }
  }
}

extension PhoneTruth.State {
  fileprivate var colour: String {
    switch self {
    case .located: "#a8dcb5"
    case .reachable: "#f7dc8f"
    case .unreachable: "#e59a91"
    }
  }

  fileprivate var words: String {
    switch self {
    case .located: "can be reached, has a position"
    case .reachable: "can be reached, no position"
    case .unreachable: "cannot be reached"
    }
  }
}
