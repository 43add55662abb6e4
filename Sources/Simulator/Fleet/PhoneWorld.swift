public import DeviceKit
public import Rollcall

/// The environment of a simulated phone: the true time, the connection to the server, and how it is operated.
public struct PhoneWorld: Sendable {
  /// The true time, and the executor of the phone's work; the phone's own clock may differ.
  public var clock: DeviceClock
  /// The connection from the phone to the server.
  public var network: any HTTPSending
  /// Whether phones ask for offers every few seconds, in place of the push message that would wake a real
  /// one.
  public var asksForOffers: Bool
  /// How long before a ping is due the receiver looks for its position, milliseconds, at least 1.
  public var lead: Milliseconds
  /// Requests the login code of a responder; `nil` = none, or not now.
  public var code: @Sendable (Responder.ID) async -> PhoneCode?
  /// Whether each phone sends the server an address of its own, like a proxy.
  public var tellsAddresses = false
  /// Called with lines for people, from any thread.
  public var report: @Sendable (String) -> Void

  /// Creates a world.
  public init(
    clock: DeviceClock, network: any HTTPSending, asksForOffers: Bool = false, lead: Milliseconds = 1_000,
    code: @escaping @Sendable (Responder.ID) async -> PhoneCode? = { _ in nil },
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.clock = clock
    self.network = network
    self.asksForOffers = asksForOffers
    self.lead = max(1, lead)
    self.code = code
    self.report = report
  }
}
