import Testing

@testable import Rollcall

@Suite("The machine's own alerts: opened once, closed once, with room between the two")
struct MachineAlertTests {
  private static let gib: UInt64 = 1 << 30

  /// Notes each step's figures and returns what opens and closes, as `+DiskNearlyFull 3`.
  private func run(_ steps: [(at: Double, figures: MachineFigures)]) -> [String] {
    var watch = MachineWatch()
    var open: Set<MachineFault> = []
    var told: [String] = []
    for step in steps {
      watch.record(step.figures, at: .at(step.at))
      for decision in watch.decisions(open: open) {
        guard case .machine(let trouble) = decision.topic else { continue }
        open.formSymmetricDifference([trouble])
        let seconds = decision.at.since(.at(0)) / 1_000
        told.append("\(decision.opens ? "+" : "-")\(trouble.rawValue) \(seconds)")
      }
    }
    return told
  }

  @Test("the disk: below 512 MiB or what the database takes, and 10 % above it again")
  func disk() {
    func figures(_ free: UInt64?, database: UInt64 = 1_000) -> MachineFigures {
      MachineFigures(free: free, database: database)
    }
    let limit: UInt64 = 512 << 20
    #expect(
      run([
        (0, figures(limit)), (1, figures(limit - 1)), (2, figures(limit)),
        (3, figures(limit + limit / 10 - 1)),
        (4, figures(nil)), (5, figures(limit + limit / 10)), (6, figures(limit)), (7, figures(0)),
      ]) == ["+DiskNearlyFull 1", "-DiskNearlyFull 5", "+DiskNearlyFull 7"])
    #expect(run([(0, figures(3 * Self.gib, database: 4 * Self.gib))]) == ["+DiskNearlyFull 0"])
    #expect(run([(0, figures(4 * Self.gib, database: 4 * Self.gib))]) == [])
    #expect(run([(0, figures(nil))]) == [])
    // A restart does not close what is still below.
    var watch = MachineWatch()
    watch.record(figures(limit + 1), at: .at(9))
    #expect(watch.decisions(open: [.diskNearlyFull]) == [])
  }

  @Test("the files about addresses: older than 45 days, or not there")
  func addresses() {
    func figures(_ addresses: MachineFigures.Addresses) -> MachineFigures {
      MachineFigures(free: Self.gib * 9, database: 0, addresses: addresses)
    }
    let old = Timestamp.at(0).advanced(by: -MachineFigures.oldestFile)
    #expect(
      run([
        (0, figures(.unused)), (0, figures(.made(old))), (1, figures(.made(old))),
        (2, figures(.made(.at(1)))),
        (3, figures(.missing("GeoLite2-ASN.mmdb"))), (4, figures(.unused)),
      ]) == ["+GeoIPOld 1", "-GeoIPOld 2", "+GeoIPOld 3", "-GeoIPOld 4"])
    var watch = MachineWatch()
    watch.record(figures(.missing("ASN.mmdb")), at: .at(9))
    #expect(watch.decisions(open: []).map(\.detail) == ["ASN.mmdb cannot be read"])
  }

  @Test("the clock: as long as it is in doubt, with both times")
  func clock() {
    func figures(_ doubt: ClockDoubt?) -> MachineFigures {
      MachineFigures(free: Self.gib * 9, database: 0, clock: doubt)
    }
    let doubt = ClockDoubt(direction: .ahead, estimate: .at(0), wall: .at(864_000), knowsElapsed: true)
    #expect(
      run([(0, figures(nil)), (1, figures(doubt)), (2, figures(doubt)), (3, figures(nil))])
        == ["+ClockInDoubt 1", "-ClockInDoubt 3"])
    var watch = MachineWatch()
    watch.record(figures(doubt), at: .at(1))
    #expect(
      watch.decisions(open: []).map(\.detail) == [
        "it says \(doubt.wall.rfc3339), about \(doubt.estimate.rfc3339) is expected"
      ])
  }

  @Test("the writer: 5 s behind for 10 s, or refusing; over when it was neither for 10 s")
  func writer() {
    func figures(_ wait: Milliseconds, refused: Int = 0, hasRoom: Bool = true) -> MachineFigures {
      MachineFigures(free: Self.gib * 9, database: 0, oldestWait: wait, refused: refused, hasRoom: hasRoom)
    }
    #expect(
      run([
        (0, figures(5_001)), (9, figures(6_000)), (9.5, figures(0)), (10, figures(5_001)),
        (19, figures(9_000)),
        (20, figures(9_500)), (21, figures(0)), (30, figures(5_000)), (31, figures(0)),
      ]) == ["+WriterBehind 20", "-WriterBehind 31"])
    // What was refused before the first look is the past.
    #expect(
      run([
        (0, figures(0, refused: 7)), (1, figures(0, refused: 7)), (2, figures(0, refused: 8)),
        (3, figures(0, refused: 8)),
        (12, figures(0, refused: 8)), (13, figures(0, refused: 8)),
      ]) == ["+WriterBehind 2", "-WriterBehind 13"])
    #expect(run([(0, figures(0, hasRoom: false))]) == ["+WriterBehind 0"])
  }

  @Test("which cannot wait, and how they are stored")
  func kinds() {
    #expect(MachineFault.allCases.filter(\.isCritical) == [.clockInDoubt, .diskNearlyFull, .writerBehind])
    for trouble in MachineFault.allCases {
      let topic = AlertTopic.machine(trouble)
      #expect(topic.kind.rawValue == trouble.rawValue && !topic.isRuled)
      #expect(AlertTopic(kind: topic.kind.rawValue, scope: topic.scope) == topic)
    }
  }
}
