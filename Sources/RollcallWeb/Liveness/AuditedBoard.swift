import Rollcall
import RollcallStore

extension BoardFilter {
  /// The filter's name in the audit; empty for everyone, worst first. Blocks.
  func audited(_ store: Store, _ workspace: Workspace) throws(StoreError) -> String {
    var query = URLQuery()
    query.add("at", at)
    query.add("q", search.utf8.isEmpty ? "" : AuditedText.notKept)
    try query.addAudited(region: region, profile: profile, store, workspace)
    query.add("duty", duty?.rawValue ?? "")
    query.add("status", status?.rawValue ?? "")
    query.add("cause", cause?.rawValue ?? "")
    query.add("sort", sortWord)
    return query.link("")
  }
}
