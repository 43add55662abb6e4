import Rollcall
import RollcallStore

/// One event: its participants, their positions, and what they still lack.
struct EventPage: Page {
  static let template = "Events/EventPage"
  static let fragmentTemplate: String? = "Events/Event"

  static let profile = "event"
  /// The form's value for everyone with that profile.
  static let everybody = "profile"
  /// How many rows are shown; the CSV has all.
  private static let rowLimit = 500

  var shell: Shell
  var stamp: PageStamp
  var list: String
  var slug, name: String
  var state: StatePill
  var from, to: Moment
  /// The progress in numbers, and the numbers of what is missing.
  var counts, missing: [Tally]
  /// The ways; absent when no one has a position.
  var drawing: EventDrawing?
  /// The participants: those who lack most first.
  var rows: Rows<EventRow>
  /// Says that not all of them are shown; may be empty.
  var more: String
  var empty: EmptyState?
  /// The target of the form for new participants; empty for readers who may not.
  var path: String
  var add, remove: PersonField?
  /// Adds everybody with the profile of participants; empty when there is none.
  var everybody: String
  var mayRemove: Bool
  /// The form that changes the event, and the one that ends it; absent for readers who may not.
  var edit: EventEdit?
  var problems: ProblemList?
  var json: String
  /// The participants as CSV; empty for readers who may not have it.
  var csv: String

  static func path(_ slug: String, _ event: String) -> String {
    "\(Shell.Section.events.path(slug))/\(event)"
  }

  /// The page of an event.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - candidates: people who could be added.
  init(
    shell: Shell, slug workspace: String, _ file: EventFile, tracks: [Responder.ID: [TrackPoint]],
    candidates: [Responder] = [], mayManage: Bool, mayExport: Bool, form: EventForm? = nil,
    problems: [FieldProblem] = [], clock: PageClock
  ) {
    let (event, people) = (file.event, file.participants)
    let own = Self.path(workspace, event.slug)
    (self.shell, stamp) = (shell, PageStamp(clock, asOf: file.at))
    (list, slug, name) = (Shell.Section.events.path(workspace), event.slug, event.name)
    state = .event(event, at: file.at)
    from = event.from.map { clock.minute($0) } ?? .none
    to = event.to.map { clock.minute($0) } ?? .none
    (counts, missing) = (Self.counts(people), Self.missing(file))
    drawing = EventDrawing(people, tracks)
    rows = Rows(people.prefix(Self.rowLimit).map { EventRow($0, in: event, slug: workspace, clock: clock) })
    more =
      people.count > Self.rowLimit ? Words.Events.firstRows(Self.rowLimit, Words.grouped(people.count)) : ""
    empty =
      people.isEmpty
      ? EmptyState(
        title: Words.Events.nobodyTakesPartYet,
        advice: mayManage ? Words.Events.addParticipants : Words.Events.othersAdd) : nil
    path = mayManage ? "\(own)/participants" : ""
    add = mayManage ? Self.add(candidates) : nil
    everybody = mayManage ? Self.everybodyElse(candidates) : ""
    mayRemove = mayManage && !people.isEmpty
    remove = mayManage && !people.isEmpty ? Self.remove(people) : nil
    edit = mayManage ? EventEdit(event, form, problems, at: own, clock: clock) : nil
    self.problems = ProblemList(problems)
    (json, csv) = ("\(own).json", mayExport ? "\(own).csv" : "")
  }

  private static func counts(_ people: [EventParticipant]) -> [Tally] {
    let positions = people.reduce(0) { $0 + $1.positions }
    let phases = EventParticipant.Phase.allCases.map { phase in
      (StatePill.participant(phase).word, people.count { $0.phase == phase })
    }
    return ([("Participants", people.count)] + phases + [("Positions", positions)]).map {
      Tally($0, Words.grouped($1))
    }
  }

  private static func missing(_ file: EventFile) -> [Tally] {
    let labels = [
      ("contact", Words.Events.notHeardAnyMore), ("position", Words.Events.heardWithoutPosition),
      ("start", Words.Events.notStarted), ("path", Words.Events.gapsPath),
      ("numbers", Words.Events.numberedPositionsNotCome),
    ]
    let found = file.participants.flatMap { $0.missing(in: file.event, at: file.at).map(\.name) }
    return labels.compactMap { name, label in
      let count = found.count { $0 == name }
      return count == 0 ? nil : Tally(label, Words.grouped(count))
    }
  }

  private static func add(_ candidates: [Responder]) -> PersonField {
    let people = candidates.sorted {
      ($0.profile == profile ? 0 : 1, $0.name) < ($1.profile == profile ? 0 : 1, $1.name)
    }
    return PersonField(
      "who", "Who", of: people.map { ($0.id.rawValue, $0.name) }, chosen: "",
      placeholder: Words.Lists.typeName, hint: Words.Events.joinHint)
  }

  private static func everybodyElse(_ candidates: [Responder]) -> String {
    let own = candidates.count { $0.profile == profile }
    return own > 0 ? Words.Events.everybodyElse(profile, own) : ""
  }

  private static func remove(_ people: [EventParticipant]) -> PersonField {
    PersonField(
      "leave", "Who", of: people.sorted { $0.name < $1.name }.map { ($0.id.rawValue, $0.name) }, chosen: "",
      placeholder: Words.Lists.typeName, hint: Words.Events.leaveHint)
  }
}
