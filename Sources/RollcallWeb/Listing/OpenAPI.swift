import Rollcall
import RollcallStore
import RollcallWire

/// `docs/openapi.json`: the parts that do not follow from the code come from a template; the members of rows
/// come from their tables.
public enum OpenAPI {
  /// The tables whose rows programs read, by their names in the template.
  private static let tables = [
    "positions": PositionRow.table.schema, "board": BoardLine.table.schema, "audit": AuditLine.table.schema,
    "exports": ExportLine.table.schema, "doubts": DoubtLine.table.schema, "drill": DrillResult.table.schema,
    "holds": HoldLine.table.schema, "purges": PurgeRecord.table.schema,
    "participants": ParticipantLine.table.schema, "responders": RosterEntry.table.schema,
    "skills": Skill.table.schema,
    "incidents": IncidentSummary.table.schema, "incident": IncidentFile.table.schema,
    "asking": DispatchCase.askingTable.schema, "assignment": AssignmentLine.table.schema,
    "missing": MissingLine.table.schema, "assignees": AssigneeLine.table.schema,
    "helpers": HelpersPart.Helper.table(around: nil).schema,
    "offers": NamedOffer.table.schema, "holders": NamedOffer.personTable.schema,
    "steps": IncidentStep.table.schema, "errand": Errand.table.schema,
    "candidates": Candidates.table.schema,
    "leftout": Candidates.leftOutTable(at: Timestamp(milliseconds: 0)).schema,
    "drills": DrillSummary.table.schema, "drillcounts": DrillNumbers.table.schema,
    "lanes": LaneLine.table.schema, "spans": TimeSpan.table.schema, "transitions": Transition.table.schema,
    "silences": Silence.table.schema, "gaps": TrackGap.table.schema, "holes": Timeline.holeTable.schema,
    "duty": Timeline.dutyTable.schema, "timelineflags": Timeline.flagTable.schema,
    "crossings": CrossingEntry.timelineTable.schema,
    "auditquery": AuditPageFilter.parameters(), "auditfile": AuditPageFilter.parameters(ofFile: true),
    "exportsquery": ExportFilter.parameters(), "peoplequery": ResponderFilter.parameters(ofFile: true),
  ]

  /// Builds the document of a template. A line `"$columns": "TABLE"` is replaced by the properties of a
  /// table, and `"$columns:TABLE"` by their names; structures are described in the template. In a list of
  /// parameters the latter is replaced by those of a filter.
  ///
  /// - Throws: `TemplateError` when it names an unknown table, or a table is not in it.
  public static func document(of template: String) throws(TemplateError) -> String {
    var lines: [String] = []
    var unused = Set(tables.keys)
    for (index, line) in template.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let (place, name) = place(in: line) else {
        lines.append(String(line))
        continue
      }
      guard let schema = tables[name] else {
        throw TemplateError("openapi.json", line: index + 1, "there is no table \(name)")
      }
      unused.remove(name)
      let entries = place == .names ? schema.names : schema.properties
      let indent = String(line.prefix { $0 == " " })
      let end = line.hasSuffix(",") ? "," : ""
      lines.append(indent + entries.joined(separator: ",\n\(indent)") + end)
    }
    if let missing = unused.min() {
      throw TemplateError("openapi.json", "the table \(missing) is not described")
    }
    return lines.joined(separator: "\n")
  }

  private enum Place { case names, properties }

  private static func place(in line: Substring) -> (Place, table: String)? {
    if let found = line.firstMatch(of: #/^ *"\$columns:([a-z]+)",?$/#) { return (.names, String(found.1)) }
    if let found = line.firstMatch(of: #/^ *"\$columns": "([a-z]+)",?$/#) {
      return (.properties, String(found.1))
    }
    return nil
  }
}

/// The members of a table's rows as lines of JSON Schema.
private struct TableSchema: Sendable {
  let names: [String]
  let properties: [String]
}

extension Table {
  fileprivate var schema: TableSchema {
    TableSchema(
      names: members.map { JSONWriter.text(of: $0.name) },
      properties: members.filter { $0.schema.type != "object" }.map { column in
        "\(JSONWriter.text(of: column.name)): \(column.schema.text(about: column.about))"
      })
  }
}

extension FieldValues {
  /// The parameters of a list, or of its file, which has no cursor.
  fileprivate static func parameters(ofFile: Bool = false) -> TableSchema {
    let told = fields.filter { !$0.about.isEmpty && !(ofFile && $0.isPlace) }
    let texts = told.map { field in
      var writer = JSONWriter()
      writer.object { parameter in
        parameter.member("name", field.name)
        parameter.member("in", "query")
        parameter.object("schema") { $0.member("type", "string") }
        parameter.member("description", field.about)
      }
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return TableSchema(names: texts, properties: [])
  }
}

extension CellSchema {
  fileprivate func text(about: String) -> String {
    var writer = JSONWriter()
    writer.object { schema in
      if isOptional, type != "array" {
        schema.array("type") { list in
          list.value(type)
          list.value("null")
        }
      } else {
        schema.member("type", type)
      }
      if let format { schema.member("format", format) }
      if type == "array" {
        schema.object("items") { items in
          items.member("type", "string")
          if let words { items.array("enum") { list in for word in words { list.value(word) } } }
        }
      } else if let words {
        schema.array("enum") { list in
          for word in words { list.value(word) }
          if isOptional { list.null() }
        }
      }
      if !about.isEmpty { schema.member("description", about) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// A text as JSON.
  fileprivate static func text(of text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
