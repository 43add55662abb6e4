import Rollcall
import RollcallStore

extension Web {
  /// The surroundings of a page for a visitor.
  func shell(_ section: Shell.Section, _ visitor: Visitor) -> Shell {
    Shell(
      section: section, slug: visitor.workspace.slug, workspace: visitor.workspace.name,
      others: visitor.memberships.map { (slug: $0.workspace.slug, name: $0.workspace.name) },
      member: visitor.name, role: visitor.role, csrf: visitor.csrf ?? "")
  }
}
