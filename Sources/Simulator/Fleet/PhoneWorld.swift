public import DeviceKit
public import Rollcall

/// What is around a simulated phone: the true time, the way to the server, and how closely its person is looked after.
public struct PhoneWorld: Sendable {
  /// The true time and where the phone's work runs; what the phone itself takes for the time may differ.
  public var clock: DeviceClock
  /// The way from the phone's antenna to the server.
  public var network: any HTTPSending
  /// Whether phones ask for offers every few seconds, in place of the message that would wake a real one.
  public var asksForOffers: Bool
  /// How long before a ping is due the receiver looks for its position, milliseconds, at least 1.
  public var lead: Milliseconds
  /// The code that somebody gets who wants to log in; `nil` = none, or not now.
  public var code: @Sendable (Responder.ID) async -> PhoneCode?
  /// Whether each phone has an address of its own, told to the server as a proxy tells it.
  public var tellsAddresses = false
  /// Takes lines for people, from any thread.
  public var report: @Sendable (String) -> Void

  /// A world from its parts.
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
