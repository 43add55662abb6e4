import Rollcall
import RollcallStore

/// The addresses that the field *Where* finds.
struct AddressesPage: Page {
  static let template = "Places/AddressesPage"

  var head: FormHead
  /// How many there are, a sentence; empty for none.
  var held: String
  var remove: String
  /// What is wrong with the file; may be empty.
  var problem: String

  static func path(_ slug: String) -> String { PagePath.settings(slug, "addresses") }

  init(
    shell: Shell, slug: String, count: AddressCount?, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) {
    let path = Self.path(slug)
    head = FormHead(shell, slug: slug, path: path, problems: problems, notice: notice)
    held = count.map { Words.Places.held($0.addresses, $0.streets) } ?? ""
    (remove, problem) = ("\(path)/remove", problems.of("file"))
  }
}
