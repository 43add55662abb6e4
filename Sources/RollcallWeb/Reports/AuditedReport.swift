import Rollcall
import RollcallStore

extension ReportFilter {
  /// How the audit names the filter; empty for everything of the last 24 hours. Blocks.
  func audited(_ store: Store, _ workspace: Workspace) throws(StoreError) -> String {
    var query = URLQuery()
    query.add("responder", responder.map(String.init) ?? "")
    try query.addAudited(region: region, profile: profile, store, workspace)
    query.add("from", from)
    query.add("to", to)
    return query.link("")
  }
}
