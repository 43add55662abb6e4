/// Makes a PDF from a page and its style sheet.
public struct PDFPrinter: Sendable {
  let print: @Sendable (_ html: [UInt8], _ css: [UInt8]) -> [UInt8]?

  /// - Parameter print: blocks; `nil` = it could not be made.
  public init(_ print: @escaping @Sendable (_ html: [UInt8], _ css: [UInt8]) -> [UInt8]?) {
    self.print = print
  }
}
