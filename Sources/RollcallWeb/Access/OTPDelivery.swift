public import RollcallStore

/// How codes come to phones.
public struct OTPDelivery: Sendable {
  /// Accepts a code for delivery; returns at once.
  let send: @Sendable (OTPMessage) -> Void
  /// Codes since the start, by outcome.
  let counts: @Sendable () -> [(outcome: String, count: Int)]

  /// A delivery from its acts.
  public init(
    send: @escaping @Sendable (OTPMessage) -> Void,
    counts: @escaping @Sendable () -> [(outcome: String, count: Int)]
  ) {
    self.send = send
    self.counts = counts
  }

  /// No delivery.
  public static let none = OTPDelivery(send: { _ in }, counts: { [] })

  func write(to text: inout MetricsText) {
    text.family(
      "rollcall_login_codes_total", "counter", "Codes for logins of phones, by what became of them.")
    for entry in counts() {
      text.sample("rollcall_login_codes_total", [("outcome", entry.outcome)], entry.count)
    }
  }
}
