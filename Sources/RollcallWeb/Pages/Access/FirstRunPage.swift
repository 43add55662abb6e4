import Foundation
import Rollcall

/// Makes the first workspace and its owner.
struct FirstRunPage: Page {
  static let template = "Access/FirstRunPage"

  var path, csrf: String
  var problems: ProblemList?
  var name, slug, timeZone, email: FormField
  var country: FormSelect
  var password, again: PasswordField
  /// Every time zone, to choose from.
  var zones: [TextLine]

  init(path: String, csrf: String, form: FirstRunForm, problems: [FieldProblem] = []) {
    (self.path, self.csrf, self.problems) = (path, csrf, ProblemList(problems))
    name = FormField(
      "name", Words.FirstRun.name, value: form.name, hint: Words.FirstRun.nameHint, isRequired: true,
      problems: problems)
    slug = FormField(
      "slug", Words.FirstRun.slug, value: form.slug, hint: Words.FirstRun.slugHint, problems: problems)
    timeZone = FormField(
      "time_zone", Words.FirstRun.timeZone, value: form.timeZone, hint: Words.FirstRun.timeZoneHint,
      list: "zones",
      isRequired: true, problems: problems)
    let english = Locale(identifier: "en")
    let countries = Country.all.map { country in
      (code: country.code, name: english.localizedString(forRegionCode: country.code) ?? country.code)
    }.sorted { $0.name < $1.name }
    country = FormSelect(
      "country", Words.FirstRun.country,
      choices: [Choice(value: "", label: Words.FirstRun.asZone, isSelected: form.country.isEmpty)]
        + countries.map { Choice(value: $0.code, label: $0.name, isSelected: $0.code == form.country) },
      hint: Words.FirstRun.countryHint, problems: problems)
    email = FormField(
      "email", Words.FirstRun.email, value: form.email, hint: Words.FirstRun.emailHint, kind: .email,
      isRequired: true,
      problems: problems)
    password = PasswordField(
      "password", Words.FirstRun.password, hint: Words.Account.least8Characters, isNew: true,
      problems: problems)
    again = PasswordField("again", Words.FirstRun.again, isNew: true, problems: problems)
    zones = TimeZone.knownTimeZoneIdentifiers.map(TextLine.init)
  }
}
