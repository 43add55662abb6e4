/// What an alert says to people: its kind in words, what it means, what to do.
public struct AlertWords: Sendable {
  /// The kind in words.
  public let title: String
  /// What is the case when it is open.
  let meaning: String
  /// What to do about it.
  let advice: String

  /// The words of a kind, as in the metrics; an unknown kind is shown as it is.
  public init(_ kind: String) { self = Self.known[kind] ?? AlertWords(title: kind, meaning: "", advice: "") }

  private init(title: String, meaning: String, advice: String) {
    self.title = title
    self.meaning = meaning
    self.advice = advice
  }

  private static let known = [
    "HighOfflineRate": AlertWords(
      title: "Many are offline at once",
      meaning: "More than 10 % of those who are watched (online, degraded and offline) are offline.",
      advice: "When it began at one instant, suspect a network or the way to this server rather than the "
        + "phones: sort the board by last contact, and try this page over a mobile network."),
    "ResponderFlapping": AlertWords(
      title: "Somebody comes and goes",
      meaning: "Went offline or came back at least 4 times within 15 minutes, or within 10 reporting "
        + "intervals where that is longer.",
      advice: "Look at their silences and causes: bad coverage and battery savers look like this. "
        + "Do not count on them for an incident until it has closed."),
    "NoOnlineResponders": AlertWords(
      title: "Nobody can be reached in a region",
      meaning: "Not one responder of the region is online.",
      advice: "Call one by telephone, or bring somebody on duty there. New incidents there find nobody near."),
    "ResponderOffline": AlertWords(
      title: "A responder is offline",
      meaning: "Nothing was heard from the phone for longer than its rule allows.",
      advice: "If they have an incident, call them: it is offered to somebody else after the grace."),
    "IncidentUnassigned": AlertWords(
      title: "An incident has nobody",
      meaning: "Nobody who was asked has accepted it, or nobody could be asked.",
      advice:
        "Call somebody by telephone, or bring somebody on duty; its page tells who was left out, and why."),
  ]

  /// The kinds that are known.
  static var kinds: [String] { known.keys.sorted() }
}
