import Foundation
import Rollcall

/// The form of a new workspace, as typed.
struct NewWorkspaceForm: Equatable, Sendable {
  var name = "", slug = "", timeZone: String, country = ""
  /// The workspace whose profiles it gets; empty for the first one.
  var original = ""

  init(timeZone: String) { self.timeZone = timeZone }

  init(_ field: (String) -> String?) {
    (name, slug, timeZone) = (field("name") ?? "", field("slug") ?? "", field("time_zone") ?? "")
    (country, original) = (field("country") ?? "", field("profiles_of") ?? "")
  }

  /// Its name in URLs: as typed, else made of its name.
  var addressName: String {
    guard slug.isEmpty else { return slug }
    let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
    let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let made = words.joined(separator: "-").prefix(40).drop { $0 == "-" }
    let text = String(made.last == "-" ? made.dropLast() : made)
    return Workspace.isValid(slug: text) ? text : "main"
  }

  /// The country: as chosen, else that of the time zone.
  var countryCode: String { country.isEmpty ? ZoneCountries.country(of: timeZone) ?? "" : country }

  func problems() -> [FieldProblem] {
    var problems: [FieldProblem] = []
    if !name.hasBytes(NameLimits.name) || name.hasControlCharacters {
      problems.append(FieldProblem("name", Words.FirstRun.nameNeeded))
    }
    if !Workspace.isValid(slug: addressName) { problems.append(FieldProblem("slug", Words.FirstRun.badSlug)) }
    if TimeZone(identifier: timeZone) == nil {
      problems.append(FieldProblem("time_zone", Words.FirstRun.badZone))
    }
    if !country.isEmpty, Country(country)?.code != country {
      problems.append(FieldProblem("country", Words.FirstRun.badCountry))
    }
    return problems
  }
}

/// The fields of a new workspace.
struct NewWorkspaceFields: PagePart {
  var name, slug, timeZone: FormField
  var country: FormSelect
  /// Every time zone, to choose from.
  var zones: [TextLine]

  init(_ form: NewWorkspaceForm, problems: [FieldProblem]) {
    name = FormField(
      "name", Words.FirstRun.name, value: form.name, hint: Words.FirstRun.nameHint, isRequired: true,
      problems: problems)
    slug = FormField(
      "slug", Words.FirstRun.slug, value: form.slug, hint: Words.FirstRun.slugHint, problems: problems)
    timeZone = FormField(
      "time_zone", Words.FirstRun.timeZone, value: form.timeZone, hint: Words.FirstRun.timeZoneHint,
      list: "zones", isRequired: true, problems: problems)
    let english = Locale(identifier: "en")
    let countries = Country.all.map { country in
      (code: country.code, name: english.localizedString(forRegionCode: country.code) ?? country.code)
    }.sorted { $0.name < $1.name }
    country = FormSelect(
      "country", Words.FirstRun.country,
      choices: [Choice(value: "", label: Words.FirstRun.asZone, isSelected: form.country.isEmpty)]
        + countries.map { Choice(value: $0.code, label: $0.name, isSelected: $0.code == form.country) },
      hint: Words.FirstRun.countryHint, problems: problems)
    zones = TimeZone.knownTimeZoneIdentifiers.map(TextLine.init)
  }
}
