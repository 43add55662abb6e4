/// An alert in words: its kind, its meaning, its advice.
struct AlertWords: Sendable {
  /// The kind in words.
  let title: String
  /// The problem that it reports.
  let meaning: String
  /// How to deal with it.
  let advice: String

  /// The words of a kind, as in the metrics; an unknown kind is shown as it is.
  init(_ kind: String) { self = Self.known[kind] ?? AlertWords(title: kind, meaning: "", advice: "") }

  private init(title: String, meaning: String, advice: String) {
    self.title = title
    self.meaning = meaning
    self.advice = advice
  }

  private static let known = [
    "HighOfflineRate": AlertWords(
      title: "High offline rate",
      meaning: "More than 10 % of those who are monitored (online, limited and offline) are offline.",
      advice: "When it began at one instant, suspect a network or the way to this server rather than the "
        + "phones: sort the board by last contact, and try this page over a mobile network."),
    "ResponderFlapping": AlertWords(
      title: "Flapping",
      meaning: "Went offline or came back at least 4 times within 15 minutes, or within 10 reporting "
        + "intervals where that is longer.",
      advice: "Look at their silences and causes: bad coverage and battery savers look like this. "
        + "Do not count on them for an incident until it has closed."),
    "NoOnlineResponders": AlertWords(
      title: "Nobody can be reached in a region",
      meaning: "Nobody of the region is online.",
      advice: "Call one by telephone, or bring somebody on duty there. New incidents there find nobody near."),
    "ResponderOffline": AlertWords(
      title: "A person is offline",
      meaning: "Nothing was heard from the phone for longer than its rule allows.",
      advice: "If they have an incident, call them: it is offered to somebody else after the grace."),
    "IncidentUnassigned": AlertWords(
      title: "Unassigned incident",
      meaning: "Nobody who was asked has accepted it, or nobody could be asked.",
      advice:
        "Call somebody by telephone, or bring somebody on duty; its page tells who was left out, and why."),
    "ReplacementNotFound": AlertWords(
      title: "No replacement found",
      meaning:
        "The assignee of an incident is offline or to be replaced, and nobody who was asked has accepted.",
      advice:
        "Call somebody by telephone, or the assignee, who still has the incident; its page tells who was "
        + "left out, and why."),
    "NoShow": AlertWords(
      title: "Not on duty",
      meaning: "Hours of duty have begun, and the phone was not heard since, for 10 minutes or longer.",
      advice: "Call them. If they are not to come, switch them off duty: that ends the alert."),
    "MassSilence": AlertWords(
      title: "Mass outage",
      meaning:
        "At least the share of a region's or a network's people that the settings name, and at least 5, were last "
        + "heard within the same few minutes.",
      advice:
        "Suspect the mobile network or the power in that region, not the phones: ask the network's operator, and "
        + "reach people by radio or landline. New incidents there find nobody until they are back."),
    "ClockInDoubt": AlertWords(
      title: "The server's clock may be wrong",
      meaning:
        "The machine's clock is far from where it is expected. Nothing is purged, logins and links do not end, and "
        + "uploads that cannot be dated wait in the phones. Times here go on from the last certain one.",
      advice:
        "Whoever runs the server sets the clock right, best with chrony or systemd-timesyncd, or says that it is "
        + "right: rollcall clock confirm."),
    "DiskNearlyFull": AlertWords(
      title: "The disk is nearly full",
      meaning:
        "Less is left on the database's disk than the database takes, or less than 512 MB. At 64 MB uploads "
        + "are refused; phones keep what they have.",
      advice:
        "Whoever runs the server makes room: old backups and logs first, then a larger disk, or a shorter "
        + "retention."),
    "GeoIPOld": AlertWords(
      title: "GeoIP database outdated",
      meaning:
        "A file that the server was given to tell networks and countries is older than 45 days, or cannot be "
        + "read. Suspicions and networks may be wrong.",
      advice: "Whoever runs the server brings a newer file under the same name; it is read without a restart."
    ),
    "WriterBehind": AlertWords(
      title: "Database writes delayed",
      meaning:
        "What phones send has waited for more than 5 seconds, for 10 seconds now, or is refused because too much "
        + "waits. Nothing is lost: phones send it again. The board may be late.",
      advice:
        "Whoever runs the server looks at the disk: what else writes to it, and whether an erasure or a backup is "
        + "under way."),
  ]

  /// The kinds that are known.
  static var kinds: [String] { known.keys.sorted() }
}
