import Foundation
import HTTPServer
import Rollcall
import RollcallStore

/// A profile about to be saved: the typed text, the profile read from it, and its problems.
struct ProfileDraft {
  /// The profile's name, which a form does not change.
  let name: String
  /// The form that it came from.
  let source: ProfilePage.Source
  /// The fields.
  let form: ProfileForm
  /// The document as text.
  let json: String
  /// Identifies this draft: saving requires that of the preview.
  let hash: String
  /// The profile; `nil` while something is wrong, or rules were only moved.
  let profile: Profile?
  let problems: [FieldProblem]

  /// The most unknown members that an answer names.
  private static let mostUnknown = 20

  /// A profile as it is stored.
  init(stored: Profile) {
    (name, source, problems) = (stored.name, .fields, [])
    (form, json) = (ProfileForm(stored), Self.text(of: stored))
    (hash, profile) = (form.hash, nil)
  }

  /// A profile from the form's fields.
  init(fields pairs: [(name: String, value: String)], stored: Profile) {
    (name, source, json) = (stored.name, .fields, Self.text(of: stored))
    form = ProfileForm(pairs)
    hash = form.hash
    guard !ProfileForm.isRearranging(pairs) else {
      (profile, problems) = (nil, [])
      return
    }
    let read = form.read(
      name: stored.name, travelSpeed: stored.travelSpeed, dutyRule: stored.dutyRule,
      firstDuty: stored.firstDuty)
    problems = read.problems
    profile = problems.isEmpty ? read.profile : nil
  }

  /// A profile from a JSON document.
  init(json text: String, stored: Profile) {
    (name, source, json) = (stored.name, .json, text)
    // A browser may send other line ends the second time.
    hash = ContentHash.of(text.utf8.filter { $0 != UInt8(ascii: "\r") })
    let read = Self.read(text, name: stored.name)
    problems = read.problems.map { FieldProblem("json", $0) }
    profile = problems.isEmpty ? read.profile : nil
    form = ProfileForm(profile ?? stored)
  }

  /// A profile from whichever of the two forms was sent.
  init(_ sent: FormFields, stored: Profile) {
    if let json = sent["json"] {
      self.init(json: json, stored: stored)
    } else {
      self.init(fields: sent.pairs, stored: stored)
    }
  }

  /// A profile with what a program's document names; `null` takes a value away, and the rest stays.
  init(changing stored: Profile, by document: [UInt8]) {
    self.init(json: Self.text(of: stored, changedBy: document), stored: stored)
  }

  /// The document of `stored` with the members of another one. What is no object is left as it is: reading it says so.
  private static func text(of stored: Profile, changedBy document: [UInt8]) -> String {
    guard let old = members(text(of: stored).utf8), let new = members(document),
      let whole = try? JSONSerialization.data(withJSONObject: old.merging(new) { $1 })
    else { return String(decoding: document, as: UTF8.self) }
    return String(decoding: whole, as: UTF8.self)
  }

  /// The profile.
  ///
  /// - Throws: `invalid` with everything that is wrong with it.
  func required() throws(StoreError) -> Profile {
    guard let profile else { throw .invalid(problems.map(\.text).joined(separator: "; ")) }
    return profile
  }

  /// The members of a document; `nil` of what is no object.
  private static func members(_ document: some Sequence<UInt8>) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(document))) as? [String: Any]
  }

  private static func read(_ text: String, name: String) -> (profile: Profile?, problems: [String]) {
    // A misspelt member would say nothing, and the answer that all is well.
    let unknown = (members(text.utf8) ?? [:]).keys.filter { !Profile.members.contains($0) }
    guard unknown.isEmpty else {
      return (nil, unknown.sorted().prefix(mostUnknown).map { Words.Profiles.unknownMember($0) })
    }
    let profile: Profile
    do { profile = try JSONDecoder().decode(Profile.self, from: Data(text.utf8)) } catch {
      return (nil, [Words.Profiles.notAProfile(error)])
    }
    guard profile.name.utf8.elementsEqual(name.utf8) else {
      return (nil, [Words.Profiles.nameStays(name)])
    }
    return (profile, profile.problems())
  }

  /// The document as an import reads it.
  static func text(of profile: Profile) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(profile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
