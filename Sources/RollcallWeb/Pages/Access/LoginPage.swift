/// Signing in to the console.
public struct LoginPage: Page {
  /// Its template.
  public static let template = "Access/LoginPage"

  /// The token of the form.
  public var csrf: String
  /// Where to go afterwards: a path of ours.
  public var next: String
  /// What was typed before; the password never comes back.
  public var email: String
  /// Why it did not work; empty at first.
  public var error: String
  /// How long to wait after too many attempts: `40 s`; empty when one may try.
  public var wait: String

  /// The form, with what happened to the last attempt.
  ///
  /// - Parameter waitSeconds: how long this address or account must wait; 0 when it may try.
  public init(csrf: String, next: String = "", email: String = "", error: String = "", waitSeconds: Int = 0) {
    self.csrf = csrf
    self.next = next
    self.email = email
    self.error = error
    wait = waitSeconds > 0 ? "\(waitSeconds) s" : ""
  }

  /// What is said about a wrong name and a wrong password alike.
  public static let wrongCredentials = "E-mail address or password is not right."

  /// An example with every kind of content.
  public static let sample = LoginPage(
    csrf: "sample-token", next: "/w/city-rescue/board", email: "dispatcher@example.org",
    error: wrongCredentials, waitSeconds: 40)
}
