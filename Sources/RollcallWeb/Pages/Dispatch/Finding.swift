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
  /// - Parameter offlineSince: since when an assignee is offline; `nil` = they are not.
  init(
    _ file: DispatchCase, names: @escaping (Responder.ID) -> String,
    offlineSince: (Responder.ID) -> Timestamp? = { _ in nil },
    clock: PageClock
  ) {
    let name = { "\u{2068}\(names($0))\u{2069}" }
    self.init(how: file.state.isClosed ? "" : Self.how(file, name))
    switch file.state {
    case .resolved: next = Words.Finding.itIsOver
    case .cancelled: next = Words.Finding.calledOff
    case .open: next = Words.Finding.nobodyBeenAskedYet
    case .assigned, .offering, .unassigned:
      if file.isPlaceOpen {
        searching(file, name, clock)
      } else if let trouble = file.assignees.first(where: { $0.lostAt != nil })
        ?? file.assignees.first(where: { $0.graceAt != nil })
      {
        assigned(trouble, name(trouble.responder), offlineSince(trouble.responder), file, clock)
      }
    }
  }

  private static func how(_ file: DispatchCase, _ name: (Responder.ID) -> String) -> String {
    let answerTime = Words.exactly(file.asking.answerWithin)
    let asked = file.offers.filter { $0.round == file.round }.map(\.responder)
    switch file.asking.mode {
    case .nobody: return ""
    case .automatic:
      return Words.Finding.downRanking(answerTime, asked.count, isOver: !file.isPlaceOpen)
    case .parallel: return Words.Finding.atOnce(answerTime, file.asking.picks.map(name))
    }
  }

  private mutating func assigned(
    _ assignment: Assignment, _ name: String, _ offlineSince: Timestamp?, _ file: DispatchCase,
    _ clock: PageClock
  ) {
    if let lostAt = assignment.lostAt {
      next =
        Words.Finding.lost(clock.time(lostAt).text, name)
      isAlarming = file.vainSince != nil
      if isAlarming { next += Words.Finding.nobodyElse }
    } else if let graceAt = assignment.graceAt {
      let since = offlineSince.map { " since \(clock.time($0).text)" } ?? ""
      next = Words.Finding.grace(name, since)
      (left, rest) = (clock.left(until: graceAt), ".")
    }
  }

  private mutating func searching(
    _ file: DispatchCase, _ name: (Responder.ID) -> String, _ clock: PageClock
  ) {
    let open = file.offers.filter(\.state.isOpen)
    guard file.state == .offering || !open.isEmpty else { return nobody(file, name, clock) }
    isAlarming = file.state == .unassigned
    guard let until = open.map(\.endsAt).max() else {
      next = Words.Finding.nextOneBeingAsked
      return
    }
    switch file.asking.mode {
    case .automatic: next = Words.Finding.thenNext
    case .parallel, .nobody: next = Words.Finding.nobodyAskedAfter
    }
    (left, rest) = (clock.left(until: until), next.hasSuffix(":") ? " left." : ".")
  }

  private mutating func nobody(
    _ file: DispatchCase, _ name: (Responder.ID) -> String, _ clock: PageClock
  ) {
    isAlarming = true
    let lead =
      file.offers.contains { $0.round == file.round }
      ? Words.Finding.allOut : Words.Finding.nobodyAvailable
    guard file.asking.mode == .automatic else {
      next = Words.Finding.byItself(lead)
      return
    }
    next = Words.Finding.looksAgain(lead)
    guard let wakeAt = file.wakeAt, wakeAt > clock.now else { return rest = "." }
    next += Words.Finding.orIn
    (left, rest) = (clock.left(until: wakeAt), ".")
  }
}
