/// What this server can do with reports and statements.
struct Paper: Sendable {
  /// Whether scheduled reports are made.
  let keepsReports: Bool
  /// The version of the program, as statements name it.
  let version: String
  /// Makes PDF files; `nil` = this server cannot.
  let printer: PDFPrinter?
  /// The style sheet of statements, which goes into their files.
  let style: [UInt8]
}

/// Makes a PDF from a page and its style sheet.
public struct PDFPrinter: Sendable {
  let print: @Sendable (_ html: [UInt8], _ css: [UInt8]) -> [UInt8]?

  /// - Parameter print: blocks; `nil` = it could not be made.
  public init(_ print: @escaping @Sendable (_ html: [UInt8], _ css: [UInt8]) -> [UInt8]?) {
    self.print = print
  }
}
