import HTTPTypes
import Logging
import Rollcall
import Synchronization
import Testing

@testable import HTTPServer
@testable import RollcallServer

@Suite("Logs: a flood of requests is no flood of lines")
struct FloodTests {
  private final class Lines: Sendable {
    private let all = Mutex<[String]>([])

    var value: [String] { all.withLock { $0 } }

    func logger(_ level: Logger.Level) -> Logger {
      Logger(label: "test") { _ in
        LineLog(logLevel: level) { line in
          self.all.withLock { $0.append(String(decoding: line.dropFirst(25).dropLast(), as: UTF8.self)) }
        }
      }
    }
  }

  private func seen(_ status: Int, _ route: String) -> Observation {
    Observation(
      method: .post, routePattern: route, status: HTTPResponse.Status(code: status), responseBytes: 5,
      nanoseconds: 2_000_000, isComplete: true)
  }

  @Test("the first of a kind is a line, the others are counted")
  func counted() {
    let lines = Lines()
    let log = AccessLog(lines.logger(.info), afterASecond: { _ in })
    for _ in 0..<1_000 {
      log.record(seen(503, "/login"))
      log.record(seen(429, "/a/{token}"))
      log.record(seen(200, "/health"))
    }
    #expect(
      lines.value == [
        "warning answered bytes=5 complete=true method=POST ms=2 route=/login status=503",
        "notice answered bytes=5 complete=true method=POST ms=2 route=/a/{token} status=429",
      ])
    #expect(log.flush())
    #expect(lines.value.count == 4)
    #expect(lines.value.dropFirst(2).allSatisfy { $0.contains("count=999") })
    #expect(!log.flush(), "a second without any")
    log.record(seen(503, "/login"))
    #expect(lines.value.count == 5)
  }

  @Test("many kinds at once are eight lines at most")
  func kinds() {
    let lines = Lines()
    let log = AccessLog(lines.logger(.info), afterASecond: { _ in })
    for _ in 0..<10 {
      for number in 0..<100 { log.record(seen(503, "/route/\(number)")) }
    }
    #expect(lines.value.count == 7)
    #expect(log.flush())
    #expect(lines.value.count == 15)
    #expect(lines.value.contains("warning answered more of these count=930"))
  }

  @Test("so many lines within any second, and how many were left out is told")
  func limited() {
    let limiter = LogLimiter(limit: 3)
    func judge(_ milliseconds: Int) -> LogLimiter.Verdict { limiter.judge(at: .milliseconds(milliseconds)) }
    #expect(judge(5_000) == .write(leftOut: 0))
    #expect(judge(5_800) == .write(leftOut: 0))
    #expect(judge(5_900) == .write(leftOut: 0))
    #expect(judge(5_950) == .leaveOut(isFirst: true))
    #expect(judge(6_100) == .leaveOut(isFirst: false), "there is room for one line, not for the number too")
    #expect(judge(6_850) == .write(leftOut: 2))
    #expect(judge(6_860) == .leaveOut(isFirst: true))
    #expect(limiter.leftOut(at: .milliseconds(6_870)) == 0, "no room yet")
    #expect(limiter.leftOut(at: .milliseconds(7_900)) == 1)
    #expect(limiter.leftOut(at: .milliseconds(7_900)) == 0)
    #expect(judge(7_950) == .write(leftOut: 0))
    #expect(judge(7_950) == .write(leftOut: 0))
    #expect(judge(7_950) == .leaveOut(isFirst: true), "the line that told counts, too")
    #expect(judge(3_000) == .write(leftOut: 1), "a clock that was set back stops nothing")
  }
}
