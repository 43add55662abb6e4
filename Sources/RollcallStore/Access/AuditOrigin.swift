/// From where something is done, as the audit tells it: the address of a browser or script, `command line`,
/// `phone`, or `server` for what Rollcall does by itself.
public enum AuditOrigin {
  /// The operator's command line.
  public static let commandLine = "command line"
  /// A responder's phone: its address would tell where they are, so it is not kept.
  static let phone = "phone"

  /// From where the present thread acts. Bound by whoever lets somebody in; writes take it along.
  @TaskLocal public static var current = "server"
}
