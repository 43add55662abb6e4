import Rollcall

/// The lanes of a statement as SVG that carries its own colours, so that it looks the same in a page, on paper
/// and in a PDF. Levels differ by height, not by colour alone.
struct StatementDrawing: PagePart {
  struct Bar: PagePart {
    var x, y, width, height, fill: String
  }

  struct Mark: PagePart {
    var x, text: String
  }

  var bars: [Bar]
  var marks: [Mark]
  /// The drawing in words.
  var text: String

  private static let (left, width) = (92.0, 700.0)

  /// - Parameter text: what it shows, for readers who do not see it.
  init(_ person: PersonStatement, text: String, clock: PageClock) {
    self.text = text
    let scale = Scale(person.covered)
    func bars<Level>(
      _ pieces: [Lanes.Piece<Level>], top: Double, _ look: (Level) -> (fill: String, height: Double)
    ) -> [Bar] {
      pieces.map { piece in
        let (fill, height) = look(piece.level)
        return scale.bar(piece.span, top: top, fill: fill, height: height)
      }
    }
    let statuses = person.record.statuses
    let shown = statuses.indices.compactMap { place -> Lanes.Piece<Status>? in
      let end = statuses.indices.contains(place + 1) ? statuses[place + 1].at : person.covered.to
      return TimeSpan(from: statuses[place].at, to: end).overlap(person.covered).map {
        Lanes.Piece(span: $0, level: statuses[place].status)
      }
    }
    let away = person.absences.map { scale.bar($0, top: 46, fill: "#b9b9b9", height: 16) }
    self.bars =
      bars(person.reach, top: 20, Self.look) + bars(shown, top: 46, Self.look) + away
      + bars(person.track, top: 72, Self.look)
    let ticks = TimelineTicks.all(in: person.covered, clock: clock).filter { !$0.label.utf8.isEmpty }
    let step = max(1, (ticks.count + 11) / 12)
    marks = ticks.enumerated().filter { $0.offset % step == 0 }.map {
      Mark(x: scale.x($0.element.at), text: $0.element.label)
    }
  }

  private static func look(_ level: Lanes.Reachable) -> (String, Double) {
    switch level {
    case .none: ("#dddddd", 2)
    case .green: ("#1f7a4d", 16)
    case .amber: ("#b97a10", 10)
    case .red: ("#ad1f17", 6)
    case .notObserved: ("#b9b9b9", 16)
    }
  }

  private static func look(_ status: Status) -> (String, Double) {
    switch status {
    case .online: ("#1f7a4d", 16)
    case .degraded: ("#b97a10", 10)
    case .offline: ("#ad1f17", 6)
    case .unknown: ("#8a949e", 10)
    case .offDuty: ("#dddddd", 2)
    }
  }

  private static func look(_ level: Lanes.Track) -> (String, Double) {
    switch level {
    case .none: ("#dddddd", 2)
    case .known: ("#1c5fa8", 16)
    case .late: ("#8fb6df", 10)
    case .blank: ("#444444", 2)
    }
  }

  /// From instants to places.
  private struct Scale {
    let span: TimeSpan

    init(_ span: TimeSpan) { self.span = span }

    func place(_ instant: Timestamp) -> Double {
      let share = Double(instant.since(span.from)) / Double(max(1, span.length))
      return StatementDrawing.left + min(max(share, 0), 1) * StatementDrawing.width
    }

    func x(_ instant: Timestamp) -> String { Words.decimal(place(instant), places: 1) }

    /// A bar on the foot of its lane, at least as wide as can be printed.
    func bar(_ piece: TimeSpan, top: Double, fill: String, height: Double) -> Bar {
      let from = place(piece.from)
      return Bar(
        x: Words.decimal(from, places: 1), y: Words.decimal(top + 16 - height, places: 0),
        width: Words.decimal(max(0.8, place(piece.to) - from), places: 1),
        height: Words.decimal(height, places: 0), fill: fill)
    }
  }
}
