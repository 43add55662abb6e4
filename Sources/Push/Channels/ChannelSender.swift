/// Hands messages to channels, from several threads at once. Each call waits for the server's answer, at most for the
/// timeout of the settings.
public final class ChannelSender: Sendable {
  /// The operator's settings.
  public struct Settings: Sendable {
    /// Whether addresses named by a workspace may be http and in private networks.
    public var allowsPrivateNetworks = false
    /// A PEM file of certificates to trust besides the system's; `nil` = none.
    public var authorities: String?
    /// The operator's own ntfy server, which may be in a private network.
    public var ntfyURL = "https://ntfy.sh"
    /// The mail server; `nil` = no mail is sent.
    public var mail: MailSettings?
    /// The longest that one call may take, name look-up included, milliseconds, 1…600000.
    public var timeout: Int64 = 10_000
    /// How we name ourselves to servers.
    public let userAgent: String

    /// No mail; public servers only.
    ///
    /// - Parameter userAgent: how we name ourselves to servers.
    public init(userAgent: String) { self.userAgent = userAgent }
  }

  let settings: Settings
  let clock: @Sendable () -> Int64
  private let caller: HTTPCaller
  let mailer: Mailer

  /// A sender with connections of its own.
  ///
  /// - Parameter clock: milliseconds since 1970.
  public init(_ settings: Settings, clock: @escaping @Sendable () -> Int64) {
    self.settings = settings
    self.clock = clock
    caller = HTTPCaller(
      allowsPrivateNetworks: settings.allowsPrivateNetworks, authorities: settings.authorities,
      timeout: settings.timeout)
    mailer = Mailer(settings.mail, timeout: settings.timeout)
  }

  /// Hands a message over, and waits for the answer.
  public func send(_ message: ChannelMessage, by way: any ChannelWay) -> Outcome {
    way.send(message, with: self)
  }

  /// Ends the calls in progress, within about a second, and closes the connections. Later calls must be
  /// retried.
  public func stop() {
    caller.stop()
    mailer.stop()
  }

  /// Calls a channel's server, and waits for the answer.
  func post(_ call: HTTPCall) -> Outcome {
    switch caller.post(call) {
    case .success(let answer): ChannelAnswers.report(of: answer, now: clock())
    case .failure(let failure): ChannelAnswers.report(of: failure)
    }
  }
}
