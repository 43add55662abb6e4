/// Signing in to the console.
struct LoginPage: Page {
  static let template = "Access/LoginPage"

  var csrf: String
  /// Where to go afterwards: a path of ours.
  var next: String
  /// What was typed before; the password never comes back.
  var email: String
  /// Why it did not work; empty at first.
  var error: String
  /// Whether they are logged in, but their password is needed again.
  var isAgain: Bool
  /// How long to wait after too many attempts: `40 s`; empty when one may try.
  var wait: String

  /// The form, with what happened to the last attempt.
  ///
  /// - Parameter waitSeconds: how long this address or account must wait; 0 when it may try.
  init(
    csrf: String, next: String = "", email: String = "", error: String = "", isAgain: Bool = false,
    waitSeconds: Int = 0
  ) {
    self.csrf = csrf
    self.next = next
    self.email = email
    self.error = error
    self.isAgain = isAgain
    wait = waitSeconds > 0 ? "\(waitSeconds) s" : ""
  }

  /// What is said about a wrong name and a wrong password alike.
  static let wrongCredentials = "E-mail address or password is not right."
}
