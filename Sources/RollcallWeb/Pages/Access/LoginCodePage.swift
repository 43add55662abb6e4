/// The second step of a login: the code of the member's app, or a recovery code.
struct LoginCodePage: Page {
  static let template = "Access/LoginCodePage"

  var csrf: String
  /// Where to go afterwards: a path of ours.
  var next: String
  /// Why it did not work; empty at first.
  var error: String
  /// How long to wait after too many attempts: `40 s`; empty when one may try.
  var wait: String
  /// What helps without the app's code.
  var hint: String

  /// The form, with what happened to the last attempt.
  ///
  /// - Parameters:
  ///   - waitSeconds: how long this account must wait; 0 when it may try.
  ///   - takesAppCodes: whether the server can check the codes of an app.
  init(
    csrf: String, next: String = "", error: String = "", waitSeconds: Int = 0, takesAppCodes: Bool = true
  ) {
    hint =
      takesAppCodes
      ? "Without your phone, use one of your recovery codes."
      : "This server has lost the key with which codes of apps are checked. Use one of your recovery codes, then set the "
        + "second factor up again; without any, the operator resets it with “rollcall member reset-two-factor”."
    self.csrf = csrf
    self.next = next
    self.error = error
    wait = waitSeconds > 0 ? "\(waitSeconds) s" : ""
  }

  /// What is said about a code that is not right, or not any more.
  static let wrongCode = "This code is not right. Each code works once; wait for the next one."
}
