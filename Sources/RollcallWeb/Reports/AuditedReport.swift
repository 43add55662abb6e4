import Rollcall
import RollcallStore

extension ReportFilter {
  /// The filter's name in the audit; empty for everything of the last 24 hours. Blocks.
  func audited(_ store: Store, _ workspace: Workspace) throws(StoreError) -> String {
    var query = URLQuery()
    for (name, value) in pairs {
      switch name {
      case "region": try query.addAudited(region: value, store, workspace)
      case "profile": try query.addAudited(profile: value, store, workspace)
      default: query.add(name, value)
      }
    }
    return query.link("")
  }
}
