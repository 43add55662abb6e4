import Rollcall
import RollcallStore

/// The form of a person, as typed.
struct PersonForm: Equatable, Sendable {
  var name = "", phone = "", profile = "responder", region = "", externalID = "", skills = ""

  init() {}

  init(_ person: Responder) {
    (name, phone, profile) = (person.name, person.phone ?? "", person.profile)
    (region, externalID, skills) = (person.region ?? "", person.externalID ?? "", person.skills.text)
  }

  init(_ field: (String) -> String?) {
    (name, phone, profile) = (field("name") ?? "", field("phone") ?? "", field("profile") ?? "")
    (region, externalID, skills) = (field("region") ?? "", field("external_id") ?? "", field("skills") ?? "")
  }

  /// The person; empty fields are absent, blanks around a text do not count.
  var person: NewResponder {
    NewResponder(
      name: Self.text(name), phone: Self.optional(phone), profile: profile, region: Self.optional(region),
      externalID: Self.optional(externalID), skills: skills)
  }

  /// A typed text that may be left out; `nil` of blanks alone.
  static func optional(_ typed: String) -> String? {
    let text = Self.text(typed)
    return text.utf8.isEmpty ? nil : text
  }

  private static func text(_ typed: String) -> String {
    let rest = typed.drop { $0 == " " }
    return String(
      rest.prefix(rest.lastIndex { $0 != " " }.map { rest.distance(from: rest.startIndex, to: $0) + 1 } ?? 0))
  }
}

/// The form that adds or changes a person.
struct PersonPage: Page {
  static let template = "Fleet/PersonPage"

  var head: FormHead
  var title: String
  var back: Link
  var name, phone, region, externalID, skills: FormField
  var profile: FormSelect
  /// The regions that there are, to choose from.
  var regions: [TextLine]
  var isNew: Bool
  /// Asks whether a person of a known name is meant; absent when no person has the name.
  var anyway: TickBox?

  /// What there is to choose from.
  struct Choices: Sendable {
    var profiles: [String]
    var regions: [String]
    /// The code of the workspace's country; may be empty.
    var country: String
  }

  /// - Parameter id: who is changed; `nil` = a new person.
  init(
    shell: Shell, slug: String, id: Responder.ID?, stored: String, form: PersonForm, _ choices: Choices,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil, asksForName: Bool = false
  ) {
    let path = id.map { PagePath.edit(slug, $0) } ?? PagePath.newPerson(slug)
    head = FormHead(shell, path: path, problems: problems, notice: notice)
    title = id == nil ? Words.People.new : Words.People.edit(stored)
    back =
      id.map { Link(label: stored, href: PagePath.person(slug, $0)) }
      ?? Link(label: Words.Fleet.people, href: Shell.Section.responders.path(slug))
    name = FormField("name", Words.People.name, value: form.name, isRequired: true, problems: problems)
    phone = FormField(
      "phone", Words.People.phone, value: form.phone, hint: Words.People.phoneHint(choices.country),
      kind: .phone,
      problems: problems)
    region = FormField(
      "region", Words.People.region, value: form.region, hint: Words.People.regionHint, list: "regions",
      problems: problems)
    externalID = FormField(
      "external_id", Words.People.externalID, value: form.externalID, hint: Words.People.externalIDHint,
      problems: problems)
    skills = FormField(
      "skills", Words.People.skills, value: form.skills, hint: Words.Skills.hint(SkillList.limit),
      problems: problems)
    profile = FormSelect(
      "profile", Words.People.profile,
      choices: choices.profiles.map {
        Choice(value: $0, label: Words.capitalized($0), isSelected: $0 == form.profile)
      }, problems: problems)
    regions = choices.regions.map(TextLine.init)
    isNew = id == nil
    anyway = asksForName ? TickBox("anyway", Words.People.addAnyway, isOn: false) : nil
  }
}
