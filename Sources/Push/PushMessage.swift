/// A message to a phone, for any provider.
public struct PushMessage: Sendable {
  /// Unique, and the same when this message is sent again: `msg_…`, visible ASCII. The webhook's id.
  public var id: String
  /// Its type, for programs: "assignment.offered".
  public var type: String
  /// The first line on the lock screen. Cut when the message would be too big.
  public var title: String
  /// The text below it. Cut before the title.
  public var body: String
  /// Data for the app. Never cut: a message whose data alone is too big is refused.
  public var data: [(name: String, value: String)]
  /// When it becomes useless, in milliseconds since 1970. Providers that can will drop it then.
  public var expiresAt: Int64
  /// A later message with the same key replaces this one on the phone; "" for none.
  public var collapseKey: String
  /// A page that accepts by POST and asks on GET. Becomes a button where the provider has buttons.
  public var acceptURL: String?
  /// A `geo:` or web URL of the place. Becomes a button where the provider has buttons.
  public var mapURL: String?
  /// Whether it wakes a sleeping phone.
  public var isUrgent: Bool
  /// Whether it is silent: a cancel.
  public var isSilent: Bool

  /// A message.
  public init(
    id: String, type: String, title: String, body: String, data: [(name: String, value: String)] = [],
    expiresAt: Int64, collapseKey: String = "", acceptURL: String? = nil, mapURL: String? = nil,
    isUrgent: Bool = false, isSilent: Bool = false
  ) {
    self.id = id
    self.type = type
    self.title = title
    self.body = body
    self.data = data
    self.expiresAt = expiresAt
    self.collapseKey = collapseKey
    self.acceptURL = acceptURL
    self.mapURL = mapURL
    self.isUrgent = isUrgent
    self.isSilent = isSilent
  }

  /// The remaining whole seconds, rounded up; `nil` when it has expired.
  func secondsLeft(at now: Int64) -> Int64? {
    guard expiresAt > now else { return nil }
    let (left, overflow) = expiresAt.subtractingReportingOverflow(now)
    // FCM accepts at most four weeks.
    let longest: Int64 = 28 * 86_400
    return overflow ? longest : min(left / 1_000 + (left % 1_000 == 0 ? 0 : 1), longest)
  }

  /// Data for the app with the members of every message; the message's own values win.
  var allData: [(name: String, value: String)] {
    let common = [("type", type), ("push_id", id), ("collapse", collapseKey)].filter { !$0.1.isEmpty }
    let own = Set(data.map(\.name))
    return common.filter { !own.contains($0.0) }.map { (name: $0.0, value: $0.1) } + data
  }
}
