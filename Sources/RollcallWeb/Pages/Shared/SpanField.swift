import Rollcall

/// One end of a span in a form: a day, and a time of it or none, which means the whole day.
struct SpanField: PagePart {
  /// Which end: a day alone begins a span at its start, and ends it at its end.
  enum End: Sendable { case from, to }

  var name, label, hint: String
  /// `2026-11-21`, and `18:00` or `18:00:05`; each may be empty.
  var day, time: String
  /// The smallest step of a time with seconds; empty for one without.
  var step: String
  /// The instant, where day and time do not say it exactly; empty otherwise.
  var exact: String
  var dayLabel, timeLabel: String
  /// The ids of the texts about it; may be empty.
  var describedBy: String
  var isRequired: Bool
  /// What is wrong with it; may be empty.
  var problem: String

  /// - Parameter text: as in a link: an instant, a local day, half-open, or a local day with its time.
  init(
    _ name: String, _ label: String, _ end: End, text: String, hint: String = "", _ clock: PageClock,
    describedBy: String = "", isRequired: Bool = false, problems: [FieldProblem] = []
  ) {
    (self.name, self.label, self.hint) = (name, label, hint)
    (self.isRequired, problem) = (isRequired, problems.of(name))
    self.describedBy = [describedBy, FieldProblem.describing(name, hint: hint, problem: problem)].filter {
      !$0.utf8.isEmpty
    }.joined(separator: " ")
    (dayLabel, timeLabel) = (Words.Spans.day(label), Words.Spans.time(label))
    (day, time, exact) = Self.parts(text, end, clock)
    step = time.utf8.count > 5 ? "1" : ""
  }

  /// Both ends of a span, filled in.
  static func both(_ span: TimeSpan, _ clock: PageClock) -> [SpanField] {
    [
      SpanField("from", Words.Spans.from, .from, text: span.from.rfc3339, clock),
      SpanField("to", Words.Spans.to, .to, text: span.to.rfc3339, clock),
    ]
  }

  private static func parts(
    _ text: String, _ end: End, _ clock: PageClock
  ) -> (day: String, time: String, exact: String) {
    if text.utf8.first == UInt8(ascii: "T") { return ("", String(text.dropFirst()), "") }
    if let day = CivilDate(isoDay: text) { return (shown(day, end).isoDay, "", "") }
    guard let instant = Timestamp(rfc3339: text) ?? clock.instant(field: text, isEnd: end == .to) else {
      return ("", "", "")
    }
    let local = clock.local(instant)
    if clock.start(of: local.date) == instant { return (shown(local.date, end).isoDay, "", "") }
    let time = local.milliseconds % 60_000 == 0 ? local.minutes : local.clock
    let isExact = clock.instant(field: "\(local.isoDay)T\(time)", isEnd: end == .to) == instant
    return (local.isoDay, time, isExact ? "" : local.exact)
  }

  /// The day that a form shows for the start of one: a span that ends there still has the day before.
  private static func shown(_ day: CivilDate, _ end: End) -> CivilDate { end == .from ? day : day.previous }
}

/// The days and times of a form as one text each, as links have them.
enum TypedSpan {
  /// The ends of spans and the moments that forms ask for. Of what was known before a day, the whole day counts.
  private static let ends: [(name: String, end: SpanField.End)] = [
    ("from", .from), ("to", .to), ("known", .to), ("until", .to), ("at", .from),
  ]

  /// The pairs with `from` instead of `from_day` and `from_time`, and so on; `nil` when there are none such.
  static func plain(_ pairs: [(name: String, value: String)]) -> [(name: String, value: String)]? {
    var (plain, isTyped) = (pairs, false)
    for (name, end) in ends {
      let typed = plain.filter { $0.name == "\(name)_day" || $0.name == "\(name)_time" }
      guard !typed.isEmpty else { continue }
      isTyped = true
      func value(_ part: String) -> String { plain.first { $0.name == "\(name)_\(part)" }?.value ?? "" }
      let text = text(day: value("day"), time: value("time"), exact: value("exact"), end)
      plain.removeAll { ["\(name)_day", "\(name)_time", "\(name)_exact", name].contains($0.name) }
      if !text.utf8.isEmpty { plain.append((name, text)) }
    }
    return isTyped ? plain : nil
  }

  private static func text(day: String, time: String, exact: String, _ end: SpanField.End) -> String {
    guard !time.utf8.isEmpty else {
      return end == .from ? day : CivilDate(isoDay: day)?.next.isoDay ?? day
    }
    let typed = "\(day)T\(time)"
    return exact.utf8.starts(with: typed.utf8) ? exact : typed
  }
}
