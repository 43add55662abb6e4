import DeviceKit
import Rollcall
import Simulator
import Synchronization
import Testing

@Suite("A virtual clock")
struct VirtualTimeTests {
  private static let start = SharedTime.start

  /// What happened when, in the clock's milliseconds.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String, _ time: VirtualTime) {
      lines.withLock { $0.append("\(time.now.since(start)) \(line)") }
    }
  }

  private func run(
    step: Milliseconds = 1, end: Milliseconds = 1_000_000,
    _ body: @escaping @Sendable (VirtualTime, DeviceClock, Log) async -> Void
  ) async -> (log: [String], now: Milliseconds) {
    let log = Log()
    let time = VirtualTime(Self.start, step: step)
    let clock = time.clock(random: { 0 })
    await time.run(until: { Self.start.advanced(by: end) }) { await body(time, clock, log) }
    return (log.all, time.now.since(Self.start))
  }

  @Test("each task wakes at its time, in the order of the times, whichever fell asleep first")
  func order() async {
    let (log, now) = await run { time, clock, log in
      await withTaskGroup { group in
        for length: Milliseconds in [300, 100, 200, 100] {
          group.addTask {
            try? await clock.sleep(length)
            log.add("\(length)", time)
          }
        }
      }
    }
    #expect(log == ["100 100", "100 100", "200 200", "300 300"])
    #expect(now == 300)
  }

  @Test("with steps, those who wake within one wake together at its end")
  func steps() async {
    let (log, _) = await run(step: 1_000) { time, clock, log in
      await withTaskGroup { group in
        for length: Milliseconds in [1, 999, 1_000, 1_001] {
          group.addTask {
            try? await clock.sleep(length)
            log.add("\(length)", time)
          }
        }
      }
    }
    #expect(log.map { $0.prefix { $0 != " " } } == ["1000", "1000", "1000", "2000"])
  }

  @Test("no time passes while others work")
  func outside() async {
    let (log, _) = await run { time, clock, log in
      await withTaskGroup { group in
        group.addTask {
          try? await clock.sleep(10)
          log.add("slept", time)
        }
        group.addTask {
          await time.outside {
            // Work of another thread that takes real time.
            await Task.detached { for _ in 0..<1_000 { await Task.yield() } }.value
          }
          log.add("worked", time)
        }
      }
    }
    #expect(log == ["0 worked", "10 slept"])
  }

  @Test("tasks with outside work continue in the order in which they began it, whichever was done first")
  func outsideOrder() async {
    let (log, _) = await run { time, _, log in
      let (second, secondIsDone) = AsyncStream<Never>.makeStream()
      let (third, thirdIsDone) = AsyncStream<Never>.makeStream()
      await withTaskGroup { group in
        group.addTask {
          await time.outside { for await _ in second {} }
          log.add("first", time)
        }
        group.addTask {
          await time.outside {
            for await _ in third {}
            secondIsDone.finish()
          }
          log.add("second", time)
        }
        group.addTask {
          await time.outside { thirdIsDone.finish() }
          log.add("third", time)
        }
      }
    }
    #expect(log == ["0 first", "0 second", "0 third"])
  }

  @Test("at the end of the time sleepers are cancelled, also those of unstructured tasks")
  func end() async {
    let (log, now) = await run(end: 500) { time, clock, log in
      let task = clock.tasks.start {
        do { try await clock.sleep(.max) } catch { log.add("loose cancelled", time) }
      }
      do { try await clock.sleep(600) } catch { log.add("cancelled", time) }
      task.cancel()
      await task.value
    }
    #expect(log == ["500 cancelled", "500 loose cancelled"])
    #expect(now == 500)
  }

  @Test("a task that still sleeps when all is done, and that no task awaits, is woken")
  func left() async {
    let (log, now) = await run { time, clock, log in
      _ = clock.tasks.start {
        do { try await clock.sleep(5_000) } catch { log.add("sent home", time) }
      }
      try? await clock.sleep(20)
    }
    #expect(log == ["20 sent home"])
    #expect(now == 20)
  }

  @Test("when all tasks wait for ever, the run ends")
  func forever() async {
    let (log, now) = await run { time, clock, log in
      try? await clock.sleep(70)
      do { try await clock.sleep(.max) } catch { log.add("over", time) }
    }
    #expect(log == ["70 over"])
    #expect(now == 70)
  }
}
