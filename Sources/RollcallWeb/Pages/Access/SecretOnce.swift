/// A secret that is shown once, to copy.
struct SecretOnce: PagePart {
  var title: String
  /// What to do with it.
  var advice: String
  /// The secret itself.
  var text: String

  /// The link of an invitation.
  static func invitation(to email: String, link: String) -> SecretOnce {
    SecretOnce(
      title: "The invitation of \(email)",
      advice:
        "Send them this link; Rollcall sends no mail. It is shown only now, works once, and ends after 7 days.",
      text: link)
  }

  /// A script's key.
  static func key(named name: String, secret: String) -> SecretOnce {
    SecretOnce(
      title: "The key \(name)",
      advice:
        "Copy it to where the script keeps its secrets. It is shown only now; whoever has it has its role.",
      text: secret)
  }

  /// What a channel's messages are signed with.
  static func channel(named name: String, secret: String) -> SecretOnce {
    SecretOnce(
      title: "The secret of \(name)",
      advice:
        "Copy it to the server that takes the messages: it proves that they are ours. It is shown only now.",
      text: secret)
  }

  /// The link of a screen.
  static func screen(named name: String, link: String) -> SecretOnce {
    SecretOnce(
      title: "The link of \(name)",
      advice: "Open it in the screen's browser. It is shown only now; whoever has it sees the board.",
      text: link)
  }
}
