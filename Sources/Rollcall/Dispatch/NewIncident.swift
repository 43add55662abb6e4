/// The description of a new incident: checked, not yet stored.
public struct NewIncident: Equatable, Sendable {
  /// An incident or an order.
  public let kind: Incident.Kind
  /// Its title, one line of 1 to 200 bytes.
  public let title: String
  /// How much hangs on it.
  public let severity: Incident.Severity
  /// Its position.
  public let position: Position
  /// Further notes, at most 4,000 bytes; lines end with a newline.
  public let notes: String?
  /// The name of its region, 1 to 80 characters. The store checks that it exists.
  public let region: String?
  /// The people it needs.
  public let needs: Needs

  /// The longest title, in bytes.
  public static let titleLimit = 200
  /// The longest notes, in bytes.
  public static let notesLimit = 4_000
  /// The longest name of a region, in Unicode scalars, as the store counts them.
  public static let regionLimit = 80

  /// Checks the form. Throws all problems, at most one per field.
  public init(_ form: Form) throws(Refusal) {
    var check = Check()
    let kind = check.word(form.kind, .kind, default: Incident.Kind.incident)
    let severity = check.word(form.severity, .severity, default: Incident.Severity.normal)
    let title = check.title(form.title)
    let position = check.place(form.place)
    let notes = check.notes(form.notes)
    let region = check.region(form.region)
    let needs = check.needs(form.needs)
    guard check.problems.isEmpty, let kind, let severity, let title, let position, let needs else {
      throw Refusal(problems: check.problems)
    }
    self.kind = kind
    self.title = title
    self.severity = severity
    self.position = position
    self.notes = notes
    self.region = region
    self.needs = needs
  }

  /// A stored incident, checked before.
  public init(
    kind: Incident.Kind, title: String, severity: Incident.Severity, position: Position,
    notes: String? = nil, region: String? = nil, needs: Needs = .onePerson
  ) {
    self.kind = kind
    self.title = title
    self.severity = severity
    self.position = position
    self.notes = notes
    self.region = region
    self.needs = needs
  }
}

extension NewIncident {
  /// The same with other needs.
  public func needing(_ needs: Needs) -> NewIncident {
    NewIncident(
      kind: kind, title: title, severity: severity, position: position, notes: notes, region: region,
      needs: needs)
  }

  /// The fields of a new incident, by their names in forms and JSON.
  public enum Field: String, CaseIterable, Sendable {
    case kind, title, severity, place, notes, region, needs
  }

  /// The form's fields as typed; blanks around them do not count, and an empty one is missing.
  public struct Form: Equatable, Sendable {
    /// A word of ``Incident/Kind``; missing = `incident`.
    public var kind: String?
    /// Required.
    public var title: String?
    /// A word of ``Incident/Severity``; missing = `normal`.
    public var severity: String?
    /// Required.
    public var place: PlaceInput
    /// Any length; too long is a problem.
    public var notes: String?
    /// A name.
    public var region: String?
    /// Lines of people; empty = one person without skills.
    public var needs: [Needs.Line]

    /// A form as it was filled in.
    public init(
      kind: String? = nil, title: String? = nil, severity: String? = nil, place: PlaceInput,
      notes: String? = nil, region: String? = nil, needs: [Needs.Line] = []
    ) {
      self.kind = kind
      self.title = title
      self.severity = severity
      self.place = place
      self.notes = notes
      self.region = region
      self.needs = needs
    }
  }

  /// The source of the place.
  public enum PlaceInput: Equatable, Sendable {
    /// Text for ``Place`` to read.
    case text(String)
    /// A known place, such as an outlet's.
    case position(Position)
  }

  /// A problem with one field.
  public struct Problem: Equatable, Sendable {
    /// The field.
    public var field: Field
    /// The rule it breaks: `required`, `range` or `format`.
    public var rule: String
    /// The problem in words.
    public var words: String

    /// A problem from its parts.
    public init(field: Field, rule: String, words: String) {
      self.field = field
      self.rule = rule
      self.words = words
    }
  }

  /// Why an incident was not opened.
  public struct Refusal: Error, Equatable, Sendable {
    /// The problems, in the order of the fields; never empty.
    public var problems: [Problem]
  }
}
