public import Rollcall

/// What a kind of incident usually needs: `{name, title?, severity?, needs?, notes?}`.
public enum TemplateRequest {
  /// Decodes and checks a body. The store checks whether the name is free.
  ///
  /// Throws `malformed` when it is not JSON, `invalid` with every invalid field.
  public static func decode(bytes: [UInt8]) throws(WireError) -> IncidentTemplate.Draft {
    try JSON.readObject(bytes) { root throws(WireError) -> IncidentTemplate.Draft in
      var findings = Findings()
      let members = JSONMembers<TemplateField>(of: root)
      var form = IncidentTemplate.Draft.Form()
      let name = findings.required(members[.name], TemplateField.name.name)
      form.name = findings.text(name, TemplateField.name.name, limit: NameLimits.short.upperBound) ?? ""
      if name?.string != nil, !form.name.hasBytes(NameLimits.short) || form.name.hasControlCharacters {
        findings.refuse("name", .range, "name is 1 to 80 bytes without control characters")
      }
      form.title = findings.anyText(members[.title], TemplateField.title.name) ?? ""
      form.severity = findings.anyText(members[.severity], TemplateField.severity.name) ?? ""
      form.notes = findings.anyText(members[.notes], TemplateField.notes.name) ?? ""
      form.needs = findings.needs(members[.needs])
      let checked = Result { () throws(NewIncident.Refusal) in try IncidentTemplate.Draft(form) }
      if case .failure(let refusal) = checked { findings.add(refusal.problems) }
      try findings.throwFaults()
      guard case .success(let draft) = checked else { throw .invalid([]) }
      return draft
    }
  }
}

private enum TemplateField: Int, JSONField {
  case name, title, severity, needs, notes
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .name: "name"
    case .title: "title"
    case .severity: "severity"
    case .needs: "needs"
    case .notes: "notes"
    }
  }
}
