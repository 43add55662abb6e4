import Rollcall

/// A template as typed.
struct TemplateForm: FieldValues {
  /// The template that is changed; empty = a new one.
  var id = ""
  var name = ""
  var title = ""
  var severity = "normal"
  var notes = ""
  var needs = NeedsInput()

  static let fields: [Field<TemplateForm>] =
    [
      .text("id", \.id), .text("name", \.name), .text("title", \.title), .text("severity", \.severity),
      .text("notes", \.notes),
    ]
    + (0..<Needs.lineLimit).flatMap { index in
      [
        Field.text(NeedsInput.people(index), \.needs.lines[index].people),
        Field.text(NeedsInput.skills(index), \.needs.lines[index].skills),
      ]
    }

  init() {}

  init(_ template: IncidentTemplate) {
    let draft = template.draft
    (id, name, title) = (String(template.id.rawValue), draft.name, draft.title)
    (severity, notes, needs) = (draft.severity.rawValue, draft.notes, NeedsInput(draft.needs))
  }

  /// The template, or the problems by the names of the fields.
  func read() -> Result<IncidentTemplate.Draft, NewIncident.Refusal> {
    var form = IncidentTemplate.Draft.Form()
    (form.name, form.title, form.severity) = (name, title, severity)
    (form.needs, form.notes) = (needs.asked, notes)
    return Result { () throws(NewIncident.Refusal) in try IncidentTemplate.Draft(form) }
  }
}

/// One template in the list.
struct TemplateRow: PagePart {
  var link: Link
  var severity: StatePill
  /// `2 × first aid; 1 × anybody`.
  var needs: String
  var name, remove: String

  init(_ template: IncidentTemplate, path: String) {
    let id = template.id.rawValue
    (name, remove) = (template.draft.name, "\(path)/\(id)/remove")
    link = Link(label: name, href: "\(path)?edit=\(id)")
    severity = .severity(template.draft.severity)
    needs = template.draft.needs.lines.map { Words.Needs.line($0.count, $0.skills) }.joined(separator: "; ")
  }
}

/// The templates of a workspace for new incidents.
struct TemplatesPage: Page {
  static let template = "Dispatch/TemplatesPage"

  var head: FormHead
  var templates: [TemplateRow]
  /// The one that is changed; empty = a new one.
  var id, formTitle, cancel: String
  var name, title: FormField
  var severity: FormSelect
  var needs: NeedsFields
  var notes: FormText

  init(
    _ templates: [IncidentTemplate], form: TemplateForm, shell: Shell, slug: String,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    let path = PagePath.settings(slug, "templates")
    head = FormHead(shell, slug: slug, path: path, problems: problems, notice: notice)
    self.templates = templates.map { TemplateRow($0, path: path) }
    (id, cancel) = (form.id, form.id.utf8.isEmpty ? "" : path)
    formTitle = form.id.utf8.isEmpty ? Words.Templates.new : Words.Templates.change
    name = FormField(
      "name", "Name", value: form.name, hint: Words.Templates.nameHint, isRequired: true, problems: problems)
    title = FormField(
      "title", "Title", value: form.title, hint: Words.Templates.titleHint, problems: problems)
    severity = FormSelect(
      "severity", "Severity",
      choices: Incident.Severity.allCases.map {
        Choice(
          value: $0.rawValue, label: StatePill.severity($0).word, isSelected: $0.rawValue == form.severity)
      }, problems: problems)
    needs = NeedsFields(form.needs, problems: problems)
    notes = FormText("notes", "Notes", value: form.notes, hint: Words.Templates.notesHint, problems: problems)
  }
}

/// A template to choose in the form of a new incident.
struct TemplateChoice: PagePart {
  var action, id, name: String

  /// - Parameter action: shows the form filled in.
  init(_ template: IncidentTemplate, action: String) {
    (self.action, id, name) = (action, String(template.id.rawValue), template.draft.name)
  }
}

extension IncidentForm {
  /// The same filled in from a template. What was typed as title and notes stays.
  ///
  /// - Parameter others: all templates: a title or notes that one of them gave are not typed.
  func filled(from template: IncidentTemplate, among others: [IncidentTemplate]) -> IncidentForm {
    var form = self
    let draft = template.draft
    form.severity = draft.severity.rawValue
    form.needs = NeedsInput(draft.needs)
    if title.utf8.isEmpty || others.contains(where: { $0.draft.usualTitle == title }) {
      form.title = draft.usualTitle
    }
    if notes.utf8.isEmpty || others.contains(where: { $0.draft.notes == notes }) { form.notes = draft.notes }
    return form
  }
}
