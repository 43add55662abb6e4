import Rollcall

/// Chooses the second record of a person, tells what becomes of both, and asks.
struct MergePage: Page {
  static let template = "Liveness/MergePage"

  var shell: Shell
  var title: String
  var back: Link
  var problem: String
  /// The records to choose from; absent once one is chosen.
  var choosing: Choosing?
  /// The chosen record; absent before.
  var question: Question?

  struct Choosing: PagePart {
    var path: String
    var people: FormSelect
  }

  struct Question: PagePart {
    var path, about: String
    var id: String
    var outcome: [TextLine]
  }

  init(
    shell: Shell, slug: String, kept: Responder, duplicate: Responder?, others: [Responder], problem: String
  ) {
    self.shell = shell
    title = Words.Merge.title(kept.name)
    back = Link(label: kept.name, href: PagePath.person(slug, kept.id))
    let path = PagePath.merge(slug, kept.id)
    self.problem = problem
    guard let duplicate else {
      // Those of the same name first.
      let name = Folding.fold(kept.name)
      let namesakes = others.filter { Folding.fold($0.name) == name }
      let rest = others.filter { Folding.fold($0.name) != name }.sorted { $0.name < $1.name }
      let none = Choice(value: "", label: Words.Merge.nobody)
      choosing = Choosing(
        path: path,
        people: FormSelect(
          "duplicate", Words.Merge.duplicate,
          choices: [none]
            + (namesakes + rest).map { Choice(value: "\($0.id.rawValue)", label: Words.Merge.about($0)) }))
      return
    }
    question = Question(
      path: path, about: Words.Merge.about(duplicate), id: "\(duplicate.id.rawValue)",
      outcome: Words.Merge.outcome(kept, duplicate).map(TextLine.init))
  }
}
