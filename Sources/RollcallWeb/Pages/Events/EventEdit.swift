import Rollcall

/// The forms that change and end an event.
struct EventEdit: PagePart {
  /// Where the form goes.
  var target: String
  /// Where its end is asked for; empty when there is nothing to end.
  var end: String
  var fields: [FormField]
  /// Whether it stands open, because something is wrong.
  var isOpen: Bool

  /// - Parameter form: as typed; `nil` = as stored.
  init(_ event: Event, _ form: EventForm?, _ problems: [FieldProblem], at path: String, clock: PageClock) {
    let typed = form ?? EventForm(event, clock)
    target = "\(path)/edit"
    let isRunning = !event.isOver(at: clock.now) && (event.from.map { $0 < clock.now } ?? true)
    end = isRunning ? "\(path)/end" : ""
    fields =
      [FormField("name", "Name", value: typed.name, isRequired: true, problems: problems)]
      + typed.times(problems, clock: clock)
    isOpen = !problems.isEmpty
  }
}

extension EventForm {
  /// An event as its form shows it, to the second.
  init(_ event: Event, _ clock: PageClock) {
    self.init()
    (slug, name) = (event.slug, event.name)
    (from, to) = (
      event.from.map { clock.local($0).field } ?? "", event.to.map { clock.local($0).field } ?? ""
    )
  }

  /// The fields of beginning and end.
  func times(_ problems: [FieldProblem], clock: PageClock) -> [FormField] {
    [
      FormField(
        moment: "from", "Begins", value: from, hint: Words.Events.fromHint, clock, problems: problems),
      FormField(moment: "to", "Ends", value: to, hint: Words.Events.toHint, clock, problems: problems),
    ]
  }
}
