/// What is changed about an open incident: checked, not yet stored. What is `nil` stays as it is.
public struct IncidentEdit: Equatable, Sendable {
  /// The place, with what follows from it.
  public struct NewPlace: Equatable, Sendable {
    /// Its position.
    public var position: Position
    /// In words, such as the name of an outlet; may be empty.
    public var name: String
    /// The region around it; `nil` = none.
    public var region: String?

    /// A place from its parts.
    public init(_ position: Position, name: String = "", region: String? = nil) {
      (self.position, self.name, self.region) = (position, name, region)
    }
  }

  /// The form's fields as typed; `nil` = the field is not in the form.
  public struct Form: Equatable, Sendable {
    /// One line.
    public var title: String?
    /// A word of ``Incident/Severity``.
    public var severity: String?
    /// Empty = none any more.
    public var notes: String?
    /// The source of the place.
    public var place: NewIncident.PlaceInput?

    /// A form as it was filled in.
    public init(
      title: String? = nil, severity: String? = nil, notes: String? = nil,
      place: NewIncident.PlaceInput? = nil
    ) {
      (self.title, self.severity, self.notes, self.place) = (title, severity, notes, place)
    }
  }

  /// The title.
  public let title: String?
  /// The severity.
  public let severity: Incident.Severity?
  /// The notes; empty = none any more.
  public let notes: String?
  /// The place; its name and region are found after the check.
  public var place: NewPlace?

  /// Checks the form. Throws all problems, at most one per field.
  public init(_ form: Form) throws(NewIncident.Refusal) {
    var check = NewIncident.Check()
    severity = form.severity.flatMap { check.word($0, .severity, default: Incident.Severity.normal) }
    title = form.title.flatMap { check.title($0) }
    place = form.place.flatMap { check.place($0) }.map { NewPlace($0) }
    notes = form.notes.map { check.notes($0) ?? "" }
    guard check.problems.isEmpty else { throw NewIncident.Refusal(problems: check.problems) }
  }

  /// Whether it changes anything by itself.
  public var isEmpty: Bool { title == nil && severity == nil && notes == nil && place == nil }

  /// The details of an incident after the change.
  public func applied(to details: NewIncident) -> NewIncident {
    let notes = self.notes ?? details.notes ?? ""
    return NewIncident(
      kind: details.kind, title: title ?? details.title, severity: severity ?? details.severity,
      position: place?.position ?? details.position, notes: notes.utf8.isEmpty ? nil : notes,
      region: place.map(\.region) ?? details.region, needs: details.needs)
  }
}

extension NewIncident {
  /// What differs from an earlier state, for the log, each with what it was before: `title, before: Fall`.
  ///
  /// - Parameter formerName: the place in words as it was, when it has another name now; empty = it had none.
  public func changesInWords(since before: NewIncident, placeBefore formerName: String? = nil) -> String {
    var words: [String] = []
    if title != before.title { words.append("title, before: \(before.title)") }
    if severity != before.severity { words.append("severity, before: \(before.severity.rawValue)") }
    if position != before.position || formerName != nil {
      let name = position == before.position ? formerName ?? "" : ""
      words.append("place, before: \(name.utf8.isEmpty ? Self.degrees(before.position) : name)")
    }
    if notes != before.notes { words.append("notes, before: \(before.notes ?? "none")") }
    return words.joined(separator: "; ")
  }

  /// To about a metre.
  private static func degrees(_ position: Position) -> String {
    [position.latitude, position.longitude].map { "\(($0 * 100_000).rounded() / 100_000)" }
      .joined(separator: ", ")
  }

  /// The names of what differs from an earlier state: `title, place`.
  public func changedFields(since before: NewIncident, isRenamed: Bool = false) -> [String] {
    let fields: [(Field, Bool)] = [
      (.title, title != before.title), (.severity, severity != before.severity),
      (.place, position != before.position || isRenamed), (.notes, notes != before.notes),
    ]
    return fields.filter(\.1).map(\.0.rawValue)
  }
}
