import Rollcall

extension SkillList {
  /// Reads what a person wrote, or what is stored of it.
  ///
  /// - Throws: `StoreError.invalid`.
  init(written text: String) throws {
    guard let list = SkillList(text: text) else {
      throw StoreError.invalid(
        """
        skills are up to \(SkillList.limit) different words of at most \(Skill.wordLimit) bytes, each with or \
        without its last day: medic;boat=2027-03-31
        """)
    }
    self = list
  }
}
