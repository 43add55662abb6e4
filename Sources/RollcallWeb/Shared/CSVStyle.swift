import HTTPServer
import Rollcall

/// What a request says of the file of CSV that it asks for: its separator, and what names it.
///
/// The separator: Spreadsheets of half of Europe open a file in columns only when it has semicolons
/// and begins with a byte order mark.
struct CSVStyle: Sendable {
  /// The parameter, and its word for semicolons.
  static let parameter = "separator"
  static let semicolon = "semicolon"

  /// As RFC 4180 has it.
  static let standard = CSVStyle(separator: UInt8(ascii: ","), mark: [])

  let separator: UInt8
  /// The bytes before the header.
  let mark: [UInt8]
  /// Of whom and of when the request asks, as in its address: they name the file.
  var responder = "", from = "", to = ""

  /// The style of the file that the present request asks for.
  @TaskLocal static var current = standard

  private init(separator: UInt8, mark: [UInt8]) { (self.separator, self.mark) = (separator, mark) }

  /// What a request asks for.
  init(of request: Request) {
    self =
      request.query[Self.parameter] == Self.semicolon
      ? CSVStyle(separator: UInt8(ascii: ";"), mark: [0xEF, 0xBB, 0xBF]) : .standard
    responder = request.query["responder"] ?? ""
    (from, to) = (request.query["from"] ?? "", request.query["to"] ?? "")
  }
}
