import Rollcall

/// A text on the time axis or beside a lane.
struct TimelineLabel: PagePart, Hashable {
  /// The anchor, per cent of the width, and the end of the text that is there: `start`, `middle` or `end`.
  var x, anchor: String
  var text: String
  /// `wide` or `narrow`: on which screens there is room for it; empty for both.
  var screen: String
}

/// Finds places for texts in one line of the drawing, so that none covers another.
struct TimelineLabels {
  /// A text and its preferred place.
  struct Wish {
    /// 0…1 of the width.
    var place: Double
    /// The end of the labelled span, 0…1: a text may end there when it cannot begin at `place`.
    var until: Double?
    var text: String
    /// The more important ones find room first.
    var weight: Int64 = 0
  }

  /// The width for which texts are laid out, pixels: the style sheet shows each set on lanes at least this
  /// wide.
  static let wide = 620.0
  static let narrow = 230.0

  /// A placed text: its left and right edge, pixels.
  private struct Placed {
    var from: Double
    var to: Double
    var label: TimelineLabel

    /// Whether two texts would touch.
    func touches(_ other: Placed) -> Bool { from < other.to + 8 && other.from < to + 8 }
  }

  /// The texts that fit, on wide and on narrow screens.
  ///
  /// - Parameters:
  ///   - centred: whether they may be centred at their place.
  ///   - limit: 0…1 of the width; no text extends beyond it.
  static func place(_ wishes: [Wish], centred: Bool = false, limit: Double = 1) -> [TimelineLabel] {
    both { layout(wishes, width: $0, centred: centred, limit: limit).map(\.label) }
  }

  static func axis(
    _ ticks: [TimelineTicks.Tick], _ scale: TimelineScale, beside now: TimelineNow?
  ) -> [TimelineLabel] {
    axis(
      ticks.filter { !$0.label.utf8.isEmpty }.map { Wish(place: scale.place($0.at), text: $0.label) },
      beside: now)
  }

  /// The times of an axis: every one, or every second, third … is written, except those that `now` covers.
  static func axis(_ wishes: [Wish], beside now: TimelineNow? = nil) -> [TimelineLabel] {
    both { width in
      let taken = now.map {
        layout([Wish(place: $0.place, text: $0.text)], width: width, centred: true, limit: 1)
      }
      return regular(wishes, width: width).filter { time in !(taken ?? []).contains { time.touches($0) } }
        .map(\.label)
    }
  }

  private static func both(_ make: (_ width: Double) -> [TimelineLabel]) -> [TimelineLabel] {
    let (wide, narrow) = (make(wide), make(narrow))
    let both = Set(wide).intersection(narrow)
    let on = { (screen: String) in
      { (label: TimelineLabel) in
        TimelineLabel(x: label.x, anchor: label.anchor, text: label.text, screen: screen)
      }
    }
    return wide.map { both.contains($0) ? $0 : on("wide")($0) }
      + narrow.filter { !both.contains($0) }.map(on("narrow"))
  }

  /// The densest regular choice that fits.
  private static func regular(_ wishes: [Wish], width: Double) -> [Placed] {
    for step in 1...max(1, wishes.count) {
      let chosen = wishes.enumerated().filter { $0.offset % step == 0 }.map(\.element)
      let labels = layout(chosen, width: width, centred: true, limit: 1)
      if labels.count == chosen.count { return labels }
    }
    return []
  }

  private static func layout(_ wishes: [Wish], width: Double, centred: Bool, limit: Double) -> [Placed] {
    var placed: [(place: Double, found: Placed)] = []
    let order = wishes.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    for (_, wish) in order {
      let length = Self.width(of: wish.text)
      let found = candidates(wish, length, width: width, centred: centred).lazy.map { place in
        Placed(
          from: place.from, to: place.from + length,
          label: TimelineLabel(x: percent(place.x), anchor: place.anchor, text: wish.text, screen: ""))
      }.first { text in
        text.from >= -1 && text.to <= width * limit + 1 && !placed.contains { $0.found.touches(text) }
      }
      if let found { placed.append((wish.place, found)) }
    }
    return placed.sorted { $0.place < $1.place }.map(\.found)
  }

  /// The possible places of a text, the best first: its left edge in pixels, and its anchor.
  private static func candidates(
    _ wish: Wish, _ length: Double, width: Double, centred: Bool
  ) -> [(from: Double, x: Double, anchor: String)] {
    let place = wish.place * width
    let until = wish.until ?? wish.place
    return (centred ? [(place - length / 2, wish.place, "middle")] : []) + [
      (place, wish.place, "start"), (until * width - length, until, "end"),
      (place - length, wish.place, "end"),
    ]
  }

  /// A width that the text surely does not exceed in the drawing's 11 pixels.
  static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 6.3 : 11.5) }
  }

  /// `12.5%`, with at most three decimals.
  static func percent(_ share: Double) -> String {
    "\(Words.decimal(min(max(share, 0), 1) * 100, places: 3))%"
  }
}
