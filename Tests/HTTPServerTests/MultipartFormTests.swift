import HTTPServer
import Testing

@Suite("Forms with a file (RFC 7578)")
struct MultipartFormTests {
  private static let type = "multipart/form-data; boundary=----WebKit7"

  private func body(_ parts: String...) -> [UInt8] {
    Array((parts.map { "------WebKit7\r\n\($0)\r\n" }.joined() + "------WebKit7--\r\n").utf8)
  }

  @Test("Fields and files in the order sent; a file is its bytes, with line ends and dashes")
  func reads() throws {
    let file = "a\r\n--b\r\n------WebKit\r\n\r\nc"
    let bytes = body(
      "Content-Disposition: form-data; name=\"_csrf\"\r\n\r\ntökén",
      "content-disposition: form-data; name=\"track\"; filename=\"a;b.gpx\"\r\nContent-Type: text/xml\r\n\r\n\(file)",
      "Content-Disposition: form-data; name=empty\r\n\r\n")
    let form = try #require(MultipartForm(bytes, contentType: Self.type))
    #expect(form.fields["_csrf"] == "tökén" && form.fields["empty"] == "" && form.fields.pairs.count == 2)
    #expect(form.files.map(\.field) == ["track"])
    #expect(form.files.first.map { Array($0.bytes) } == Array(file.utf8))
  }

  @Test("No part at all, and what comes after the end")
  func none() {
    let form = MultipartForm(Array("--x--\r\nafter".utf8), contentType: "multipart/form-data;boundary=\"x\"")
    #expect(form?.fields.isEmpty == true && form?.files.isEmpty == true)
  }

  @Test(
    "Malformed input is refused",
    arguments: [
      ("", type), ("------WebKit7\r\n", type), ("------WebKit7\r\nno head\r\n------WebKit7--", type),
      ("------WebKit7\r\nContent-Disposition: form-data\r\n\r\nx\r\n------WebKit7--", type),
      ("------WebKit7\r\nContent-Disposition: form-data; name=a\r\n\r\nx", type),
      ("before\r\n------WebKit7--", type), ("--x--", "multipart/form-data"),
      ("----", "multipart/form-data; boundary="), ("--\u{1}--", "multipart/form-data; boundary=\u{1}"),
      (
        "--" + String(repeating: "x", count: 71) + "--",
        "multipart/form-data; boundary=" + String(repeating: "x", count: 71)
      ),
    ])
  func malformed(text: String, type: String) {
    #expect(MultipartForm(Array(text.utf8), contentType: type) == nil)
  }

  @Test("A field that is not UTF-8 is refused, a file may be anything")
  func anyBytes() {
    let head = Array("--x\r\nContent-Disposition: form-data; name=a".utf8)
    let tail: [UInt8] = Array("\r\n\r\n".utf8) + [0xFF, 0, 0x0A] + Array("\r\n--x--".utf8)
    let type = "multipart/form-data; boundary=x"
    #expect(MultipartForm(head + tail, contentType: type) == nil)
    let file = MultipartForm(head + Array("; filename=f".utf8) + tail, contentType: type)
    #expect(file?.files.first.map { Array($0.bytes) } == [0xFF, 0, 0x0A])
  }

  @Test("More than 100 parts are refused, and no body traps")
  func bounds() {
    let part = "Content-Disposition: form-data; name=a\r\n\r\nx"
    let type = "multipart/form-data; boundary=----WebKit7"
    let hundred = String(repeating: "------WebKit7\r\n\(part)\r\n", count: 100)
    #expect(
      MultipartForm(Array((hundred + "------WebKit7--").utf8), contentType: type)?.fields.pairs.count == 100)
    #expect(
      MultipartForm(Array((hundred + "------WebKit7\r\n\(part)\r\n------WebKit7--").utf8), contentType: type)
        == nil)
    let valid = body(part, part)
    for index in valid.indices {
      _ = MultipartForm(Array(valid.prefix(index)), contentType: type)
      for byte: UInt8 in [0, 0x0D, 0x0A, 0x2D, 0x22, 0xFF] {
        var changed = valid
        changed[index] = byte
        _ = MultipartForm(changed, contentType: type)
      }
    }
  }
}
