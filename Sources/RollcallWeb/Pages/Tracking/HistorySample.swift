import Rollcall

extension HistoryPage {
  /// An example with every kind of content.
  public static let sample = HistoryPage(
    shell: Shell(
      section: .history, slug: "city-rescue", workspace: "City Rescue",
      others: [("city-rescue", "City Rescue"), ("harbour", "Harbour Pilots")], member: "Auditor B.",
      role: .owner, csrf: "sample-token"),
    slug: "city-rescue", filter: HistoryFilter([("responder", "1"), ("from", "2026-11-21")]),
    responders: [(1, "Mirela Novak"), (2, "Jonas Weber")],
    covered: PageClock.sampleNow.advanced(by: -43_473_000)..<PageClock.sampleNow, rows: sampleRows,
    nextCursor: "c200", retentionDays: 90, mayExport: true, mayHold: true, purged: .sample,
    clock: PageClock.sample)

  private static let sampleRows: [HistoryRow] = (0..<24).map { index in
    sampleRow(index, flags: index == 5 ? .mock : index == 9 ? [.speed, .clockSkew] : [], late: index < 4)
  }

  /// A ping a minute on the way through a city.
  static func sampleRow(_ index: Int, flags: DoubtFlags, late: Bool) -> HistoryRow {
    let taken = PageClock.sampleNow.advanced(by: Int64(index - 40) * 60_000 + 417)
    let received = taken.advanced(by: late ? 1_140_000 : 740)
    let north = Words.decimal(45.8144 + Double(index) * 0.00042, places: 5)
    return HistoryRow(
      key: "p\(1_000 + index)", taken: PageClock.sample.time(taken),
      timeNote: index == 9 ? "corrected" : "", isHeld: index == 0,
      received: PageClock.sample.time(received),
      delay: Words.delay(recorded: taken, received: received), isLate: late, responder: "Mirela Novak",
      responderHref: "/w/city-rescue/history?responder=1", coordinates: "\(north), 15.97800",
      geo: "geo:\(north),15.97800;u=8", accuracy: Words.accuracy(6 + Double(index % 7)),
      speed: Words.speed(1.5), battery: Words.battery(0.5 - Double(index) / 200),
      mock: index == 5 ? "yes" : "no", source: "gps", sequence: Words.grouped(8_789 + Int64(index)),
      flags: flags.names.map(FlagMark.init))
  }
}
