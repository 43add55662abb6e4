import DeviceKit
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Sending through URLSession", .timeLimit(.minutes(20)))
struct URLSessionSenderTests {
  private func sender(_ server: OneShotServer, timeout: Double = 10) throws -> URLSessionSender {
    URLSessionSender(server: try #require(URL(string: "http://127.0.0.1:\(server.port)")), timeout: timeout)
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

  @Test(
    "a redirect is not followed: it is the answer", arguments: [301, 302, 307])
  func redirect(status: Int) async throws {
    let elsewhere = try OneShotServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    let server = try OneShotServer(
      answer:
        "HTTP/1.1 \(status) Elsewhere\r\nLocation: http://127.0.0.1:\(elsewhere.port)/login\r\nContent-Length: 4\r\n\r\nlook"
    )
    let answer = try await sender(server, timeout: 600).send(
      HTTPCall(method: "POST", path: "/x", headers: ["Authorization": "Bearer t"], body: [1]))
    #expect(answer.status == status)
    #expect(elsewhere.end().isEmpty, "nobody asked there")
  }

  @Test("a body of a mebibyte is read, a longer one is refused", arguments: [0, 1])
  func length(more: Int) async throws {
    let count = URLSessionSender.bodyLimit + more
    let server = try OneShotServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
        + String(repeating: "x", count: count))
    let answer = try? await sender(server, timeout: 600).send(HTTPCall(method: "GET", path: "/"))
    #expect(answer?.body.count == (more == 0 ? count : nil))
  }

  @Test("a dripping answer takes no longer than the time-out")
  func dripping() async throws {
    let server = try OneShotServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", drips: true)
    let error = await #expect(throws: URLError.self) {
      try await sender(server, timeout: 1).send(HTTPCall(method: "GET", path: "/"))
    }
    #expect(error?.code == .timedOut)
    _ = server.end()
  }

  @Test("a cancelled caller gets no answer, and the request ends")
  func cancelled() async throws {
    let server = try OneShotServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", drips: true)
    let sender = try sender(server, timeout: 3_600)
    let task = Task { try await sender.send(HTTPCall(method: "GET", path: "/")) }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    _ = server.end()
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
