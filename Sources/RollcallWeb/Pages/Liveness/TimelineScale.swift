import Rollcall

extension TimelineDrawing {
  /// The way from instants to places. Nothing lies right of now: what goes on ends there, and the rest is blank.
  struct Scale {
    let from: Timestamp
    let to: Timestamp
    let now: Timestamp
    /// Where now lies, 0…1 of the width; 1 where all of the window is past. It moves from cell to cell, so that the picture
    /// does not change with every second.
    let limit: Double

    init(from: Timestamp, to: Timestamp, now: Timestamp) {
      (self.from, self.to, self.now) = (from, to, now)
      let raster = LaneRaster(
        from: from, to: to, count: TimelineDrawing.cells, levels: ReachLevel.allCases, now: now)
      limit = raster.end / Double(TimelineDrawing.cells)
    }

    /// Whether a part of the window has not come yet that is wide enough to be seen. A window that ends with the present
    /// minute has none.
    var showsNow: Bool { now >= from && limit < 1 - 4 / Double(TimelineDrawing.cells) }

    /// 0…1 of the width; instants outside lie at the edges.
    func place(_ instant: Timestamp) -> Double {
      let length = Double(to.since(from))
      guard length > 0 else { return 0 }
      return min(max(Double(instant.since(from)) / length, 0), 1)
    }

    /// The same, not right of now.
    func share(_ instant: Timestamp) -> Double { min(place(instant), limit) }

    /// Whether an instant is drawn.
    func contains(_ instant: Timestamp) -> Bool { instant >= from && instant < to && instant <= now }

    /// What goes on matters most, then what lasted longest.
    func weight(_ span: TimelineInput.Named) -> Int64 {
      span.to >= now && to >= now ? .max : span.to.since(span.from)
    }

    /// `12.5%`
    func percent(_ instant: Timestamp) -> String { TimelineLabels.percent(share(instant)) }

    /// The cells of a lane. What must not be overlooked is at least two of them wide, a pixel.
    func raster<Level: Hashable & Sendable>(_ spans: [LaneSpan<Level>], levels: [Level]) -> LaneRaster<Level>
    {
      var raster = LaneRaster(
        from: from, to: to, count: TimelineDrawing.cells, levels: levels, now: now)
      let quiet = Set(levels.prefix(2))
      for span in spans where span.from <= now {
        raster.paint(span, least: quiet.contains(span.level) ? 1 : 2)
      }
      return raster
    }

    /// Lines at instants within the window: of those that would lie on each other the first, and no more than can be seen.
    func thinned(_ marks: [(at: Timestamp, kind: String, hint: String)]) -> [Line] {
      var taken: Set<Int> = []
      return marks.filter { contains($0.at) }.sorted { $0.at < $1.at }.compactMap { mark in
        let place = Int(share(mark.at) * Double(TimelineDrawing.most))
        guard taken.insert(place).inserted else { return nil }
        return Line(x: percent(mark.at), kind: mark.kind, hint: mark.hint)
      }
    }
  }
}
