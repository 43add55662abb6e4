/// What this program is called where others read it: by servers that get its messages, and in mail.
enum Product {
  static let name = "Rollcall"
}
