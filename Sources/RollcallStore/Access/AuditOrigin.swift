/// The origin of an action, for the audit: the address of a browser or script, `command line`, `phone`, or
/// `server` for Rollcall's own actions.
public enum AuditOrigin {
  /// The operator's command line.
  public static let commandLine = "command line"
  /// A responder's phone. Its address would tell where they are, so it is not stored.
  static let phone = "phone"

  /// The origin of the present task. Bound when a request is admitted; writes take it along.
  @TaskLocal public static var current = "server"
}
