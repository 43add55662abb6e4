/// What this server can do with reports and statements.
struct Paper: Sendable {
  /// Whether scheduled reports are made.
  let keepsReports: Bool
  /// Whether statements go out by mail.
  let sendsMail: Bool
  /// The version of the program, as statements name it.
  let version: String
  /// Makes PDF files; `nil` = this server cannot.
  let printer: PDFPrinter?
  /// The style sheet of statements, which goes into their files.
  let style: [UInt8]
}

/// Makes a PDF from a page and its style sheet.
public struct PDFPrinter: Sendable {
  /// What became of a page.
  public enum Outcome: Equatable, Sendable {
    /// The file.
    case made([UInt8])
    /// The page is too long for the time or memory that one file may take.
    case tooLong
    /// It could not be made.
    case failed
  }

  let print: @Sendable (_ html: [UInt8], _ css: [UInt8]) -> Outcome
  let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - print: blocks.
  ///   - stop: ends the page at hand; every later one fails. Does not block.
  public init(
    _ print: @escaping @Sendable (_ html: [UInt8], _ css: [UInt8]) -> Outcome,
    stop: @escaping @Sendable () -> Void = {}
  ) {
    (self.print, self.stop) = (print, stop)
  }
}
