import Rollcall

/// Finds places for texts in one line of the drawing, so that none covers another.
struct TimelineLabels {
  /// A text that wants to stand at a place.
  struct Wish {
    /// 0…1 of the width.
    var place: Double
    /// Where what it names ends, 0…1: a text may end there when it cannot begin at `place`.
    var until: Double?
    var text: String
    /// The more important ones find room first.
    var weight: Int64 = 0
  }

  /// The width for which texts are laid out, pixels: the style sheet shows each set on lanes at least so wide.
  static let wide = 620.0
  static let narrow = 230.0

  /// The texts that find room, on wide and on narrow screens.
  ///
  /// - Parameter centred: whether they are the times of an axis: then every one, or every second, third … is written.
  static func place(_ wishes: [Wish], centred: Bool = false) -> [TimelineLabel] {
    let wide = centred ? axis(wishes, width: wide) : layout(wishes, width: wide, centred: false)
    let narrow = centred ? axis(wishes, width: narrow) : layout(wishes, width: narrow, centred: false)
    let both = Set(wide).intersection(narrow)
    return wide.map { both.contains($0) ? $0 : $0.on("wide") }
      + narrow.filter { !both.contains($0) }.map { $0.on("narrow") }
  }

  /// The densest regular choice of which all find room.
  private static func axis(_ wishes: [Wish], width: Double) -> [TimelineLabel] {
    for step in 1...max(1, wishes.count) {
      let chosen = wishes.enumerated().filter { $0.offset % step == 0 }.map(\.element)
      let labels = layout(chosen, width: width, centred: true)
      if labels.count == chosen.count { return labels }
    }
    return []
  }

  private static func layout(_ wishes: [Wish], width: Double, centred: Bool) -> [TimelineLabel] {
    var taken: [(from: Double, to: Double)] = []
    var labels: [(place: Double, label: TimelineLabel)] = []
    let order = wishes.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    for (_, wish) in order {
      let length = Self.width(of: wish.text)
      let place = candidates(wish, length, width: width, centred: centred).first { place in
        place.from >= -1 && place.from + length <= width + 1
          && !taken.contains { place.from < $0.to + 8 && $0.from < place.from + length + 8 }
      }
      guard let place else { continue }
      taken.append((place.from, place.from + length))
      let label = TimelineLabel(x: percent(place.x), anchor: place.anchor, text: wish.text, screen: "")
      labels.append((wish.place, label))
    }
    return labels.sorted { $0.place < $1.place }.map(\.label)
  }

  /// Where a text may stand, the best first: its left edge in pixels, and its anchor.
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

extension TimelineLabel {
  fileprivate func on(_ screen: String) -> TimelineLabel {
    var label = self
    label.screen = screen
    return label
  }
}
