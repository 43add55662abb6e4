/// This program's name for other systems: servers that get its messages, and mail.
enum Product {
  static let name = "Rollcall"
}
