import Rollcall

/// The forms that change and end an event.
struct EventEdit: PagePart {
  /// Where the form goes.
  var target: String
  /// Where its end is asked for; empty when there is nothing to end.
  var end: String
  var fields: [FormField]
  var times: [SpanField]
  /// Whether it stands open, because something is wrong.
  var isOpen: Bool

  /// - Parameter form: as typed; `nil` = as stored.
  init(_ event: Event, _ form: EventForm?, _ problems: [FieldProblem], at path: String, clock: PageClock) {
    let typed = form ?? EventForm(event)
    target = "\(path)/edit"
    let isRunning = !event.isOver(at: clock.now) && (event.from.map { $0 < clock.now } ?? true)
    end = isRunning ? "\(path)/end" : ""
    fields = [FormField("name", "Name", value: typed.name, isRequired: true, problems: problems)]
    times = typed.times(problems, clock: clock)
    isOpen = !problems.isEmpty
  }
}

extension EventForm {
  /// An event as its form shows it.
  init(_ event: Event) {
    self.init()
    (slug, name) = (event.slug, event.name)
    (from, to) = (event.from?.rfc3339 ?? "", event.to?.rfc3339 ?? "")
  }

  /// The fields of beginning and end.
  func times(_ problems: [FieldProblem], clock: PageClock) -> [SpanField] {
    [
      SpanField(
        "from", "Begins", .from, text: from, hint: Words.Events.fromHint, clock, problems: problems),
      SpanField("to", "Ends", .to, text: to, hint: Words.Events.toHint, clock, problems: problems),
    ]
  }
}
