import Glibc
import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct StaticFilesTests {
  @Test func servesADirectoryByNameOnly() throws {
    let directory = "/tmp/http-static-\(getpid())"
    defer { removeTree(directory) }
    mkdir(directory, 0o755)
    mkdir(directory + "/images", 0o755)
    write("body { }", directory + "/app.css")
    write("png", directory + "/images/marker.png")
    write("secret", directory + "/.hidden")
    let files = try StaticFiles(directory: directory)
    #expect(files.files.keys.sorted() == ["app.css", "images/marker.png"])
    let server = try startServer(files.routes(under: "/public"))
    let client = try RawClient(port: server.port)
    client.send(request("GET /public/app.css"))
    let first = try #require(try client.answer())
    #expect(first.text == "body { }")
    #expect(first.field("Content-Type") == "text/css; charset=utf-8")
    #expect(first.field("Cache-Control") == "no-cache")
    let tag = try #require(first.field("ETag"))
    for match in [tag, "W/" + tag, "\"x\", " + tag, "*"] {
      client.send(request("GET /public/app.css", ["If-None-Match: " + match]))
      let second = try #require(try client.answer())
      #expect(second.status == 304)
      #expect(second.field("ETag") == tag)
      #expect(second.field("Content-Length") == "8", "that of the 200")
    }
    client.send(request("GET /public/app.css", ["If-None-Match: \"x\", \"y\""]))
    #expect(try client.answer()?.status == 200)
    client.send(request("GET /public/images/marker.png"))
    #expect(try client.answer()?.field("Content-Type") == "image/png")
    for path in [
      "/public/.hidden", "/public/images", "/public/../app.css", "/public/%2e%2e/app.css", "/public/",
    ] {
      let other = try RawClient(port: server.port)
      other.send(request("GET \(path)"))
      let status = try other.answer()?.status
      #expect(status == 404 || status == 400, "\(path)")
    }
  }

  @Test func tagsTellStatesApart() {
    #expect(ETag(of: [1, 2]) == ETag(of: [1, 2]))
    #expect(ETag(of: [1, 2]) != ETag(of: [2, 1]))
    #expect(ETag(of: []) != ETag(of: [0]))
    #expect(ETag(version: "7\"\r\n", isWeak: true).text == "W/\"7___\"")
    let request = Request(method: .post, headers: [.ifNoneMatch: "*"])
    #expect(Response.text("x").tagged(ETag(version: "1"), for: request).status == .ok, "only GET and HEAD")
  }

  @Test func refusesWhatItCannotRead() {
    #expect(throws: StaticFiles.Fault.unreadable("/nowhere")) { try StaticFiles(directory: "/nowhere") }
  }

  private func write(_ text: String, _ path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
    _ = text.withCString { Glibc.write(descriptor, $0, text.utf8.count) }
    close(descriptor)
  }

  private func removeTree(_ path: String) {
    for name in ["/app.css", "/images/marker.png", "/.hidden"] { unlink(path + name) }
    rmdir(path + "/images")
    rmdir(path)
  }
}
