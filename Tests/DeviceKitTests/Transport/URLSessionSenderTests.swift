import DeviceKit
import Foundation
import Testing

@Suite("Sending through URLSession", .timeLimit(.minutes(20)))
struct URLSessionSenderTests {
  private func sender(_ server: OneShotServer) throws -> URLSessionSender {
    URLSessionSender(server: try #require(URL(string: "http://127.0.0.1:\(server.port)")), timeout: 10)
  }

  @Test("a request arrives with its length, headers and body, and the answer comes back")
  func roundTrip() async throws {
    let server = try OneShotServer(
      answer: "HTTP/1.1 201 Created\r\nRetry-After: 5\r\nContent-Length: 3\r\nConnection: close\r\n\r\nyes")
    let body = Array(#"{"pings":[]}"#.utf8)
    let answer = try await sender(server).send(
      HTTPCall(
        method: "POST", path: "/app/v1/locations/batch?x=1", headers: ["X-Idempotency-Key": "k"], body: body))
    #expect(answer == HTTPAnswer(status: 201, headers: answer.headers, body: Array("yes".utf8)))
    #expect(answer.headers["retry-after"] == "5")
    let request = server.request()
    #expect(request.hasPrefix("POST /app/v1/locations/batch?x=1 HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"pings\":[]}"))
    let head = request.lowercased()
    #expect(head.contains("\r\nx-idempotency-key: k\r\n"))
    #expect(head.contains("\r\ncontent-length: 12\r\n"))
    #expect(head.contains("\r\nconnection: close\r\n"))
    #expect(!head.contains("transfer-encoding"))
    #expect(!head.contains("expect:"))
  }

  @Test("a server that is not there, or breaks off, is an error")
  func failures() async throws {
    let gone = try OneShotServer(answer: "")
    let sender = try sender(gone)
    await #expect(throws: (any Error).self) {
      try await sender.send(HTTPCall(method: "GET", path: "/health"))
    }
    _ = gone.request()
    await #expect(throws: (any Error).self) {
      try await sender.send(HTTPCall(method: "GET", path: "/health"))
    }
  }
}
