import RollcallStore

extension Words {
  enum Server {
    static let title = "Server"
    static let about = "Version, public address, backups, what was found"
    static let address = "Public address"
    static let addressHint = "As phones and browsers reach this server: https://rollcall.example.org"
    static let addressSaved = "The address is saved. New codes and links lead there."
    static let badAddress = "Write it with https:// and without a path: https://rollcall.example.org"
    static let configured = "Set when the server was started, by public_url; it is changed there."
    static func leads(_ link: String) -> String { "Codes and links made now lead to \(link)" }
    static func lost(_ host: String) -> String {
      "Codes and links made now lead to \(host), which only this machine can reach: no phone can."
    }
    static let profilesOf = "Profiles as in"
    static let profilesOfHint = "How often its people are expected to report. They can be changed there."
    static let chooseWorkspace = "Choose a workspace."
    static func slugTaken(_ slug: String) -> String {
      "There is a workspace \(slug) already. Write another name for addresses."
    }
    static let backupBegun = "A backup is being made."
    static let backupBegunDetail = "It is checked, and listed below when it is there."
    static let backupRuns = "A backup is being made already."
    static func failed(_ reason: String) -> String { "The last one failed: \(reason)." }
    /// `3.1 MB more than 1 day ago, 40 MB more than 30 days ago`
    static func grown(_ growth: [DatabaseGrowth]?) -> String {
      guard let growth else { return "It could not be read: the log below says why" }
      guard !growth.isEmpty else { return "Known from tomorrow on: the size is noted once a day" }
      return growth.map { growth in
        let more = growth.bytes < 0 ? "less" : "more"
        let days = Words.count(growth.days, "day", "days")
        return "\(size(Int64(clamping: growth.bytes.magnitude))) \(more) than \(days) ago"
      }.joined(separator: ", ")
    }
    static func kept(_ count: Int) -> String {
      "The newest \(Words.grouped(count)) are kept: making one deletes older ones that were made here."
    }
    /// What a finding is about, as people write it.
    static func finding(_ name: String) -> String {
      ["tls": "TLS", "geoip": "GeoIP", "map": "Map data", "push": "Push messages"][name]
        ?? Words.capitalized(name)
    }
    static let fine = "In order"
    static let warning = "Warning"
    static let failure = "Failure"
  }
}
