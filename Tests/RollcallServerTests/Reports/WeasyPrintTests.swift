import Foundation
import Testing

@testable import RollcallServer
@testable import RollcallWeb

@Suite("PDF files made by weasyprint", .enabled(if: WeasyPrint.installed != nil))
struct WeasyPrintTests {
  private func pdf(_ body: String) throws -> Data {
    let printer = try #require(WeasyPrint.installed)
    let html = "<!doctype html><html><head><title>T</title></head><body>\(body)</body></html>"
    guard case .made(let bytes) = printer.print(Array(html.utf8), Array("p { color: #111 }".utf8)) else {
      throw CocoaError(.fileWriteUnknown)
    }
    return Data(bytes)
  }

  @Test("a page that names files of the server gets none of them, and is printed all the same")
  func files() throws {
    let whole = try pdf(
      """
      <p>Text</p><link rel="attachment" href="file:///etc/hostname"><a rel="attachment" href="file:///etc/hostname">a</a>
      <img src="file:///etc/hostname"><img src="http://127.0.0.1:9/x.png">
      """)
    #expect(whole.starts(with: Data("%PDF-".utf8)))
    #expect(whole.range(of: Data("/EmbeddedFile".utf8)) == nil, "weasyprint attaches what a page names")
  }
}
