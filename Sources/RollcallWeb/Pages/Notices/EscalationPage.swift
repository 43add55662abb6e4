import Rollcall

/// The steps of an escalation as typed: a channel and minutes each. A step without a channel does not count.
struct EscalationForm: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    var channel = ""
    var minutes = ""
  }

  var steps = Array(repeating: Step(), count: Escalation.stepLimit)
  var isOnlyCritical = false

  init(_ escalation: Escalation) {
    isOnlyCritical = escalation.isOnlyCritical
    for (index, step) in escalation.steps.enumerated() where steps.indices.contains(index) {
      steps[index] = Step(
        channel: String(step.channel.rawValue), minutes: Words.decimal(Double(step.after) / 60_000, places: 0)
      )
    }
  }

  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      if name == "only_critical" { isOnlyCritical = true }
      for index in steps.indices {
        if name == Self.channel(index) { steps[index].channel = value }
        if name == Self.minutes(index) { steps[index].minutes = value }
      }
    }
  }

  static func channel(_ index: Int) -> String { "channel\(index + 1)" }
  static func minutes(_ index: Int) -> String { "minutes\(index + 1)" }

  /// The escalation, or the problems by the names of the fields.
  func read(_ channels: [Channel]) -> (escalation: Escalation, problems: [FieldProblem]) {
    var escalation = Escalation(isOnlyCritical: isOnlyCritical)
    var problems: [FieldProblem] = []
    for (index, step) in steps.enumerated() where !step.channel.utf8.isEmpty {
      let channel = channels.first { String($0.id.rawValue) == step.channel }
      if channel == nil { problems.append(FieldProblem(Self.channel(index), Words.Escalations.noChannel)) }
      let wait = DispatchForm.milliseconds(step.minutes).map { $0 * 60 }
      guard let wait, Escalation.waits.contains(wait) else {
        problems.append(FieldProblem(Self.minutes(index), Words.Escalations.wrongWait))
        continue
      }
      if let channel { escalation.steps.append(Escalation.Step(channel.id, after: wait)) }
    }
    return (escalation, problems)
  }
}

/// Which channels are told while no member acknowledges an alert.
struct EscalationPage: Page {
  static let template = "Notices/EscalationPage"

  struct Row: PagePart {
    var channel: FormSelect
    var minutes: FormField
  }

  var head: FormHead
  var rows: [Row]
  var onlyCritical: TickBox
  /// The page of the channels.
  var channels: String
  var hasNoChannel: Bool

  init(
    _ form: EscalationForm, channels: [(id: Channel.ID, name: String)], shell: Shell, slug: String,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: PagePath.settings(slug, "escalation"), problems: problems, notice: notice)
    (self.channels, hasNoChannel) = (ChannelsPage.path(slug), channels.isEmpty)
    rows = form.steps.enumerated().map { index, step in
      Row(
        channel: FormSelect(
          EscalationForm.channel(index), Words.Escalations.step(index + 1),
          choices: Choice.list(
            channels.map { (String($0.id.rawValue), $0.name) }, chosen: step.channel,
            all: Words.Escalations.nobody), problems: problems),
        minutes: FormField(
          EscalationForm.minutes(index),
          index == 0 ? Words.Escalations.afterOpening : Words.Escalations.after,
          value: step.minutes, unit: "min", kind: .number, problems: problems))
    }
    onlyCritical = TickBox("only_critical", Words.Escalations.onlyCritical, isOn: form.isOnlyCritical)
  }
}
