import Dispatch
import Testing

@testable import RollcallServer

@Suite("Work beside a server")
struct SideWorkTests {
  private struct Failure: Error {}

  @Test("that does not end is left behind")
  func stuck() async throws {
    let work = SideWork(
      patience: .milliseconds(1), asked: {},
      work: {
        // Deaf to its end, as what waits for itself is.
        while true { await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in } }
      })
    try await work.run()
  }

  @Test("that fails ends the service, and its failure is told")
  func failing() async {
    let work = SideWork(asked: Self.never, work: { throw Failure() })
    await #expect(throws: Failure.self) { try await work.run() }
  }

  @Test("that comes to its end leaves the service to go on until it is asked to end")
  func ended() async throws {
    let (ends, tell) = AsyncStream.makeStream(of: Void.self)
    let work = SideWork(asked: { for await _ in ends { return } }, work: { tell.yield() })
    try await work.run()
  }

  @Test("is cancelled when the service is asked to end, and waited for")
  func cancelled() async {
    let work = SideWork(
      patience: .seconds(3_600), asked: {},
      work: {
        await Self.never()
        throw Failure()
      })
    await #expect(throws: Failure.self) { try await work.run() }
  }

  /// Waits until it is cancelled.
  @Sendable private static func never() async {
    let (signs, _) = AsyncStream.makeStream(of: Void.self)
    for await _ in signs {}
  }
}
