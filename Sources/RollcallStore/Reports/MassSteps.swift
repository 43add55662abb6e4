import Rollcall

/// The decisions of one check about mass silences.
struct MassSteps {
  /// A new alert, and what it inherits from the previous one of its scope.
  struct Opening {
    let silence: MassSilence
    /// The previous alert, the people it hands over, and when it closes.
    var before: (alert: Int64, carry: MassSilenceCarry, at: Timestamp)?

    /// The figures.
    var detail: String {
      [silence.detail, before?.carry.beginning].compactMap(\.self).joined(separator: "; ")
    }
  }

  /// New alerts.
  var opens: [Opening] = []
  /// People who join an open alert, with figures to append to its own; those may be empty.
  var joins: [(alert: Int64, fallen: [Responder.ID: Timestamp], words: String)] = []
  /// Who is back.
  var backs: [(alert: Int64, member: MassSilenceMember)] = []
  /// Alerts that close, and when.
  var closes: [(topic: AlertTopic, at: Timestamp)] = []

  var isEmpty: Bool { opens.isEmpty && joins.isEmpty && backs.isEmpty && closes.isEmpty }
  /// How many alerts it opens and closes.
  var decisions: Int { opens.count + closes.count }

  /// Adds people to an alert.
  mutating func join(_ fallen: [Responder.ID: Timestamp], _ words: String, to alert: inout MassStanding) {
    joins.append((alert.alert.id, fallen, words))
    alert.add(fallen)
  }

  /// Opens an alert. The previous one of its scope closes, and the people still silent there are carried
  /// over.
  mutating func open(_ silence: MassSilence, after before: MassStanding?) {
    var opening = Opening(silence: silence, before: nil)
    if let before {
      let end = max(silence.at, before.alert.openedAt)
      closes.append((before.alert.topic, end))
      opening.before = MassSilenceCarry(before.members, to: silence).map {
        (alert: before.alert.id, carry: $0, at: end)
      }
    }
    opens.append(opening)
  }
}

/// An open alert about a mass silence, as a check finds it.
struct MassStanding {
  let alert: Alert
  /// The people it names.
  private(set) var members: [MassSilenceMember]
  /// When the people of its own fell silent; `nil` = none of them is left.
  private let span: TimeSpan?

  /// - Parameter carried: members who fell silent in an earlier alert.
  init(_ alert: Alert, _ members: [MassSilenceMember], carried: Set<Responder.ID>) {
    (self.alert, self.members) = (alert, members)
    let falls = members.filter { !carried.contains($0.id) }.map(\.fellAt)
    if let first = falls.min(), let last = falls.max() {
      span = TimeSpan(from: first, to: last)
    } else {
      span = nil
    }
  }

  /// Whether a silence belongs to the same minutes.
  func isOne(with silence: MassSilence, _ rule: MassSilenceRule) -> Bool {
    span.map { MassSilence.isOne($0, silence.span, window: rule.window) } ?? false
  }

  mutating func add(_ fallen: [Responder.ID: Timestamp]) {
    members.removeAll { fallen[$0.id] != nil }
    members += fallen.map { MassSilenceMember(id: $0.key, fellAt: $0.value) }
  }

  /// People of its scope who were last heard within its minutes, and whose silence shows later. They are
  /// added to it.
  func late(_ people: inout [MassSilencePerson], _ rule: MassSilenceRule) -> [Responder.ID: Timestamp] {
    guard case .massSilence(let scope) = alert.topic, let span else { return [:] }
    let minutes = TimeSpan(from: span.to.advanced(by: -rule.window), to: span.from.advanced(by: rule.window))
    var found: [Responder.ID: Timestamp] = [:]
    for index in people.indices {
      guard let fall = people[index].fall, people[index].scopes.contains(scope), fall.from >= minutes.from,
        fall.from <= minutes.to
      else { continue }
      found[people[index].id] = fall.from
      people[index].fall = nil
    }
    return found
  }
}
