import Rollcall
import RollcallStore

extension CommandExecutor {
  func listWorkspaces() throws(StoreError) -> CommandOutcome {
    var (objects, lines) = ([JSONValue](), [String]())
    for workspace in try store.fleet.workspaces() {
      let purge = try store.retention.purges(of: workspace.id, limit: 1).first
      objects.append(.object(members(workspace).merging(["last_purge": object(purge)]) { $1 }))
      lines.append(line(workspace) + (purge.map { ", last purge \($0.at.rfc3339)" } ?? ""))
    }
    return CommandOutcome(
      .object(["workspaces": .array(objects)]),
      text: lines.isEmpty ? "There is no workspace yet." : lines.joined(separator: "\n"))
  }
}
