import Rollcall

extension Words {
  enum Templates {
    static let pageTitle = "Templates"
    static let new = "A new template"
    static let change = "Change the template"
    static let nameHint = "The kind of incident, as in Cardiac arrest."
    static let titleHint = "Empty: the name."
    static let notesHint = "What to ask and to say; the people who go read it too."
    static let removed = "The template is removed."
    static let nameFormat = "\(NameLimits.words(NameLimits.short)), on one line."
  }
}
