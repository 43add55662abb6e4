import Crypto
import Rollcall
import RollcallStore

/// Filter text as the audit names it: an entry is never erased, and typed text may be a person's name.
enum AuditedText {
  /// Replaces text that is most likely a name or a number.
  static let notKept = "not-kept"

  /// The first 12 hexadecimal digits of the SHA-256 of a text in UTF-8.
  static func digest(of text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).prefix(6).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      .joined()
  }
}

extension URLQuery {
  /// Adds a region and a profile as the audit names them: the region by its id, and names that the workspace
  /// does not have by their digest. Blocks.
  mutating func addAudited(
    region: String = "", profile: String = "", _ store: Store, _ workspace: Workspace
  ) throws(StoreError) {
    if !region.utf8.isEmpty {
      let known = try store.fleet.regionNames(of: workspace.id).first { $0.value == region }
      add(
        known == nil ? "region_sha256" : "region_id",
        known.map { String($0.key) } ?? AuditedText.digest(of: region))
    }
    if !profile.utf8.isEmpty {
      let isKnown = try store.fleet.profiles(slug: workspace.slug).contains { $0.name == profile }
      add(isKnown ? "profile" : "profile_sha256", isKnown ? profile : AuditedText.digest(of: profile))
    }
  }
}
