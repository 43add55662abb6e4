import Rollcall

/// The search for a responder, and its next step.
struct Finding: PagePart {
  /// `Down the ranking, 30 s each · 3 asked so far`; empty when no one was asked.
  var how = ""
  /// The next step, before the time that is left; may be empty.
  var next = ""
  /// The time until then, and the text after it.
  var left: Moment?
  var rest = ""
  /// Whether it has no assignee and no open offer.
  var isAlarming = false
}

extension Finding {
  /// - Parameter offlineSince: since when the assignee is offline; `nil` = they are not, or there is none.
  init(
    _ file: DispatchCase, names: @escaping (Responder.ID) -> String, offlineSince: Timestamp? = nil,
    clock: PageClock
  ) {
    let name = { "\u{2068}\(names($0))\u{2069}" }
    self.init(how: file.state.isClosed ? "" : Self.how(file, name))
    switch file.state {
    case .resolved: next = "It is over."
    case .cancelled: next = "It was called off."
    case .open: next = "Nobody has been asked yet."
    case .assigned, .offering, .unassigned:
      if let assignment = file.assignment {
        assigned(assignment, name(assignment.responder), offlineSince, file, clock)
      } else {
        searching(file, name, clock)
      }
    }
  }

  private static func how(_ file: DispatchCase, _ name: (Responder.ID) -> String) -> String {
    let seconds = "\(file.asking.answerWithin / 1_000) s"
    let asked = file.offers.filter { $0.round == file.round }.map(\.responder)
    switch file.asking.mode {
    case .nobody: return ""
    case .automatic:
      return
        "Down the ranking, \(seconds) each · \(asked.count) asked\(file.assignment == nil ? " so far" : "")"
    case .order:
      // People whose turn is over are no longer among the picks.
      return "By hand, \(seconds) each: \((asked + file.picksLeft).map(name).joined(separator: ", then "))"
    case .parallel:
      return
        "By hand, all at once, \(seconds): \(file.asking.picks.map(name).joined(separator: ", ")). The first accept wins"
    }
  }

  private mutating func assigned(
    _ assignment: Assignment, _ name: String, _ offlineSince: Timestamp?, _ file: DispatchCase,
    _ clock: PageClock
  ) {
    if let lostAt = assignment.lostAt {
      next =
        "Others are asked since \(clock.time(lostAt).text); still \(name)’s until somebody accepts."
      isAlarming = file.state == .unassigned
      if isAlarming { next += " Nobody else can be asked now." }
    } else if let graceAt = assignment.graceAt {
      let since = offlineSince.map { " since \(clock.time($0).text)" } ?? ""
      next = "\(name) is offline\(since); others are asked in"
      (left, rest) = (clock.left(until: graceAt), ".")
    }
  }

  private mutating func searching(
    _ file: DispatchCase, _ name: (Responder.ID) -> String, _ clock: PageClock
  ) {
    let open = file.offers.filter(\.state.isOpen)
    guard file.state == .offering else { return nobody(file, name, clock) }
    guard let until = open.map(\.endsAt).max() else {
      next = "The next one is being asked."
      return
    }
    switch file.asking.mode {
    case .automatic: next = "Without an answer the next one is asked in"
    case .order:
      next =
        file.picksLeft.first.map { "Without an answer \(name($0)) is asked in" }
        ?? "Nobody is asked after that:"
    case .parallel, .nobody: next = "Nobody is asked after that:"
    }
    (left, rest) = (clock.left(until: until), next.hasSuffix(":") ? " left." : ".")
  }

  private mutating func nobody(
    _ file: DispatchCase, _ name: (Responder.ID) -> String, _ clock: PageClock
  ) {
    isAlarming = true
    let lead =
      file.offers.contains { $0.round == file.round }
      ? "Nobody has it: everybody who was asked is out." : "Nobody has it: nobody can be asked now."
    if let first = file.picksLeft.first, let wakeAt = file.wakeAt {
      next = "Nobody has it yet: nothing certain is known of \(name(first)), who is next. Looks again in"
      (left, rest) = (clock.left(until: wakeAt), ".")
      return
    }
    guard file.asking.mode == .automatic else {
      next = "\(lead) Nothing more happens by itself."
      return
    }
    next = "\(lead) Looks again when somebody becomes available"
    guard let wakeAt = file.wakeAt, wakeAt > clock.now else { return rest = "." }
    next += ", or in"
    (left, rest) = (clock.left(until: wakeAt), ".")
  }
}
