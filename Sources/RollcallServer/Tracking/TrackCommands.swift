import Rollcall
import RollcallStore
import RollcallWire

extension CommandExecutor {
  func importTrack(_ slug: String, _ id: Int64, _ bytes: [UInt8]) throws -> CommandOutcome {
    guard let workspace = try store.fleet.workspace(slug: slug) else {
      throw StoreError.notFound("workspace \(slug)")
    }
    let file = try TrackFile(bytes)
    var result = try store.tracking.importTrack(
      file.pings, from: bytes, of: Responder.ID(id), in: .commandLine(workspace.id))
    (result.undated, result.unplaced) = (file.undated, file.unplaced)
    let counts = [
      ("stored", result.stored), ("duplicates", result.duplicates), ("expired", result.expired),
      ("ahead", result.ahead), ("undated", result.undated), ("unplaced", result.unplaced),
    ]
    return CommandOutcome(
      .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.0, .integer(Int64($0.1))) })),
      text: result.words)
  }
}
