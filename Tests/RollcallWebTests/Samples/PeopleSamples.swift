import Rollcall
import RollcallStore
import RollcallWire

@testable import RollcallWeb

extension PersonPage: Sampled {
  private static let choices = Choices(
    profiles: ["driver", "responder"], regions: ["Centre", "North"], country: "SI")

  static let sample = PersonPage(
    shell: .example(.responders, title: "Add a person"), slug: "city-rescue", id: nil, stored: "",
    form: PersonForm { ["name": "Mirela Novak", "phone": "12", "profile": "responder"][$0] }, choices,
    problems: [
      FieldProblem("anyway", Words.People.namesake("Mirela Novak, Responder, North")),
      FieldProblem("phone", "“12” is not a telephone number."),
    ],
    notice: ActionNotice(
      .calm, Words.People.added("Jonas Weber"),
      action: Link(label: Words.People.connectNext, href: "/w/x/connect")),
    asksForName: true)

  static let edit = PersonPage(
    shell: .example(.responders, title: "Mirela Novak"), slug: "city-rescue", id: Responder.ID(17),
    stored: "Mirela Novak",
    form: PersonForm { ["name": "Mirela Novak", "skills": "medic;boat=2027-03-31"][$0] },
    choices)
}

extension ImportPage: Sampled {
  private static let list = """
    Name;Phone;Team
    Mirela Novak;040 123 456;North
    أحمد بن عبد الرحمن;12;East
    """

  private static func page(_ list: String, problems: [FieldProblem]) -> ImportPage {
    var form = ImportForm()
    form.list = list
    guard let sheet = try? PeopleSheet(Array(list.utf8)) else {
      return ImportPage(shell: .example(.responders), slug: "city-rescue", form: form)
    }
    let entries = sheet.people(sheet.guess).enumerated().map { index, person in
      ImportEntry(
        line: person.line,
        person: NewResponder(
          name: person.name, phone: person.phone, region: person.region, externalID: "KB-0\(index)"),
        fate: index == 0 ? .added : .namesake("Mirela Novak"))
    }
    return ImportPage(
      shell: .example(.responders, title: "Import people"), slug: "city-rescue", form: form,
      preview: ImportPreview(
        sheet, form, sheet.guess, entries: entries, profiles: ["driver", "responder"], problems: problems),
      problems: problems, notice: problems.isEmpty ? nil : ActionNotice(.warning, Words.People.changed))
  }

  static let sample = page(
    list,
    problems: [
      FieldProblem("list", "Line 3: “12” is not a telephone number."), FieldProblem("file", "No text."),
    ])

  static let ready = page(list, problems: [])
  static let empty = ImportPage(
    shell: .example(.responders, title: "Import people"), slug: "city-rescue", form: ImportForm())
}
