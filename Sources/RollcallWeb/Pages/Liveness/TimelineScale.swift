import Rollcall

extension TimelineDrawing {
  /// The way from instants to places.
  struct Scale {
    let from: Timestamp
    let to: Timestamp
    let now: Timestamp

    /// What lasts until now goes on to the right edge.
    func end(_ instant: Timestamp) -> Timestamp { instant >= now ? max(instant, to) : instant }

    /// 0…1 of the width; instants outside lie at the edges.
    func share(_ instant: Timestamp) -> Double {
      let length = Double(to.since(from))
      guard length > 0 else { return 0 }
      return min(max(Double(instant.since(from)) / length, 0), 1)
    }

    /// What goes on matters most, then what lasted longest.
    func weight(_ span: TimelineInput.Named) -> Int64 {
      span.to >= now && to >= now ? .max : span.to.since(span.from)
    }

    /// `12.5%`
    func percent(_ instant: Timestamp) -> String { TimelineLabels.percent(share(instant)) }

    /// The cells of a lane. What must not be overlooked is at least two of them wide, a pixel.
    func raster<Level: Hashable & Sendable>(_ spans: [LaneSpan<Level>], levels: [Level]) -> LaneRaster<Level>
    {
      var raster = LaneRaster(from: from, to: to, count: TimelineDrawing.cells, levels: levels)
      let quiet = Set(levels.prefix(2))
      for span in spans {
        let drawn = LaneSpan(from: span.from, to: end(span.to), level: span.level)
        raster.paint(drawn, least: quiet.contains(span.level) ? 1 : 2)
      }
      return raster
    }

    /// Lines at instants within the window: of those that would lie on each other the first, and no more than can be seen.
    func thinned(_ marks: [(at: Timestamp, kind: String, hint: String)]) -> [Line] {
      var taken: Set<Int> = []
      return marks.filter { $0.at >= from && $0.at < to }.sorted { $0.at < $1.at }.compactMap { mark in
        let place = Int(share(mark.at) * Double(TimelineDrawing.most))
        guard taken.insert(place).inserted else { return nil }
        return Line(x: percent(mark.at), kind: mark.kind, hint: mark.hint)
      }
    }
  }
}
