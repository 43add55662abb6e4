import Rollcall

extension Words {
  enum Merge {
    /// A name in a sentence may be written from right to left.
    private static func apart(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
    static func title(_ name: String) -> String { "Merge into \(apart(name))" }
    static let duplicate = "The other record of the same person"
    static let chooseSomebody = "Choose the other record of this person."
    static let nobody = "Choose a person"
    static func about(_ person: Responder) -> String {
      [apart(person.name), person.externalID, capitalized(person.profile), person.region].compactMap(\.self)
        .joined(separator: ", ")
    }
    /// What becomes of the two.
    static func outcome(_ kept: Responder, _ duplicate: Responder) -> [String] {
      let gained = [
        kept.phone == nil && duplicate.phone != nil ? "the telephone number" : nil,
        kept.region == nil ? duplicate.region.map { "the region \($0)" } : nil,
        kept.externalID == nil ? duplicate.externalID.map { "the id \($0)" } : nil,
        duplicate.skills.skills.isEmpty ? nil : "the skills",
      ].compactMap(\.self)
      let gets =
        gained.isEmpty
        ? "\(apart(kept.name)) has everything that the other record says."
        : "\(apart(kept.name)) gets \(gained.joined(separator: ", ")) of the other record, where it was missing."
      return [
        gets,
        "The other record becomes inactive. It loses its telephone number and id, and keeps its history.",
        "Phones that are connected to the other record are signed out. Connect them again to \(apart(kept.name)).",
      ]
    }
  }
}
