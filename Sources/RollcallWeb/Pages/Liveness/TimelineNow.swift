import Rollcall

/// The line between what was and what has not come, in a drawing whose window goes on after now.
struct TimelineNow: PagePart, Hashable {
  /// Where it is, per cent of the width.
  var x: String
  /// `now 17:03`, for wide and for narrow screens.
  var labels: [TimelineLabel]
  /// Where it is, 0…1 of the width.
  let place: Double
  let text: String

  /// `nil` where all of the window is past, or nothing of it.
  init?(_ scale: TimelineDrawing.Scale, _ clock: PageClock) {
    guard scale.showsNow else { return nil }
    self.init(place: scale.limit, text: "now \(clock.local(clock.now).minutes)")
  }

  init(place: Double, text: String) {
    (self.place, self.text) = (place, text)
    x = TimelineLabels.percent(place)
    labels = TimelineLabels.place([.init(place: place, text: text)], centred: true)
  }
}
