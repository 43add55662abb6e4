/// What a kind of incident usually needs: fills in the form of a new incident.
public struct IncidentTemplate: Equatable, Sendable {
  /// A template's id.
  public typealias ID = Identifier<IncidentTemplate>

  /// What a template says; the title may be missing.
  public struct Draft: Equatable, Sendable {
    /// What dispatchers call it, 1 to 80 bytes, unique in its workspace.
    public var name: String
    /// The title of the incident; empty = the name.
    public var title: String
    /// The severity.
    public var severity: Incident.Severity
    /// The people needed.
    public var needs: Needs
    /// Notes, such as questions to ask; may be empty.
    public var notes: String

    /// A draft from its parts.
    public init(
      name: String, title: String = "", severity: Incident.Severity = .normal, needs: Needs = .onePerson,
      notes: String = ""
    ) {
      (self.name, self.title, self.severity) = (name, title, severity)
      (self.needs, self.notes) = (needs, notes)
    }

    /// The title that it gives an incident.
    public var usualTitle: String { title.utf8.isEmpty ? name : title }
  }

  /// Its id.
  public let id: ID
  /// What it says.
  public let draft: Draft

  /// A template from its parts.
  public init(id: ID, draft: Draft) { (self.id, self.draft) = (id, draft) }

  /// The most templates of a workspace.
  public static let limit = 50
}

extension IncidentTemplate.Draft {
  /// The fields as typed; an empty title and empty notes are none.
  public struct Form: Equatable, Sendable {
    /// Required.
    public var name = ""
    /// May be empty.
    public var title = ""
    /// A word of ``Incident/Severity``.
    public var severity = ""
    /// Lines of people; empty = one person without skills.
    public var needs: [Needs.Line] = []
    /// May be empty.
    public var notes = ""

    /// An empty form.
    public init() {}
  }

  /// Checks a form as that of an incident is checked.
  ///
  /// - Throws: all problems but those of the name, at most one per field.
  public init(_ form: Form) throws(NewIncident.Refusal) {
    var check = NewIncident.Check()
    let title = form.title.utf8.isEmpty ? "" : check.title(form.title) ?? ""
    let severity = check.word(form.severity, .severity, default: Incident.Severity.normal)
    let notes = check.notes(form.notes) ?? ""
    let needs = check.needs(form.needs)
    guard check.problems.isEmpty, let severity, let needs else {
      throw NewIncident.Refusal(problems: check.problems)
    }
    self.init(name: form.name, title: title, severity: severity, needs: needs, notes: notes)
  }
}
