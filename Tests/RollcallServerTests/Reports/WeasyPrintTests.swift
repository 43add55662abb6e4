import Foundation
import Glibc
import Testing

@testable import RollcallServer
@testable import RollcallWeb

@Suite("PDF files made by weasyprint", .enabled(if: WeasyPrint.installed != nil))
struct WeasyPrintTests {
  private func pdf(_ body: String, head: String = "", css: String = "p { color: #111 }") throws -> Data {
    let printer = try #require(WeasyPrint.installed)
    let html = "<!doctype html><html><head><title>T</title>\(head)</head><body>\(body)</body></html>"
    guard case .made(let bytes) = printer.print(Array(html.utf8), Array(css.utf8)) else {
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

  @Test("whatever a page names on the network, nobody there is asked for it")
  func network() throws {
    let listener = try Listener()
    let url = "http://127.0.0.1:\(listener.port)"
    let whole = try pdf(
      """
      <p style="background: url(\(url)/a.png)">Text</p><img src="\(url)/b.png"><object data="\(url)/c.svg"></object>
      <svg width="9" height="9"><image href="\(url)/d.png" width="9" height="9"/></svg>
      """,
      head: """
        <link rel="stylesheet" href="\(url)/e.css"><base href="\(url)/"><style>@import url(\(url)/f.css);</style>
        <link rel="attachment" href="\(url)/g.pdf">
        """,
      css:
        "@import url(\(url)/h.css); @font-face { font-family: X; src: url(\(url)/i.woff) } p { font-family: X }"
    )
    #expect(whole.starts(with: Data("%PDF-".utf8)))
    #expect(!listener.isContacted)
  }

  @Test("a file that a page names is not read: the page is the same with it and without it")
  func fileContents() throws {
    let place = try TemporaryPlace()
    let picture = try place.file(
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'><rect width='90' height='90'/></svg>")
    let style = try place.file("a.css", "p { font-size: 40pt }")
    func print() throws -> Data {
      try pdf(
        """
        <p>Text</p><img src="file://\(picture)"><object data="\(picture)"></object>
        <iframe src="file:///etc/passwd"></iframe>
        """,
        head: "<link rel='stylesheet' href='file://\(style)'>", css: "@import url(file://\(style));")
    }
    let with = try print()
    for file in [picture, style] { try FileManager.default.removeItem(atPath: file) }
    #expect(try print() == with)
  }

  @Test("once it is stopped nothing is printed any more")
  func stopped() throws {
    let printer = try #require(WeasyPrint.installed)
    printer.stop()
    #expect(printer.print(Array("<p>Text</p>".utf8), []) == .failed)
  }

  /// A port of this machine that nobody may come to.
  private final class Listener {
    let port: UInt16
    private let socket: Int32

    init() throws {
      let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
          bind(socket, raw, length) == 0 && listen(socket, 9) == 0 && getsockname(socket, raw, &length) == 0
        }
      }
      guard isListening else { throw CocoaError(.fileReadUnknown) }
      (self.socket, port) = (socket, UInt16(bigEndian: address.sin_port))
    }

    deinit { close(socket) }

    /// Whether anybody came.
    var isContacted: Bool {
      let visitor = accept(socket, nil, nil)
      if visitor >= 0 { close(visitor) }
      return visitor >= 0 || errno != EAGAIN
    }
  }
}
