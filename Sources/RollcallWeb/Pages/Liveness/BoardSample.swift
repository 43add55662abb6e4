import Rollcall

extension BoardPage {
  /// An example with every kind of content.
  public static let sample = BoardPage(
    shell: .sample, slug: "city-rescue", filter: BoardFilter(),
    regions: ["Centre", "East", "Harbour", "North"],
    profiles: ["responder", "driver", "field", "family"], counts: sampleCounts, rows: sampleRows,
    matching: 51,
    asOf: PageClock.sampleNow.advanced(by: -2_000), clock: PageClock.sample, csv: "/w/city-rescue/board.csv",
    past: "/w/city-rescue/board?at=2026-11-21T11%3A04%3A33Z")

  private static var sampleCounts: BoardCounts {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    return counts
  }

  /// Status, seconds in it, name, about, duty, seconds since contact and fix, battery.
  private typealias Example = (Status, Int64?, String, String, String, Int64?, Int64?, Double?)

  private static let examples: [Example] = [
    (.offline, 720, "Mirela Novak", "Responder · North", "On duty", 746, 746, 0.38),
    (.offline, 240, "Jonas Weber", "Responder · North", "On mission", 254, 254, 0.71),
    (.offline, 4_080, "Tara Okafor", "Field · Harbour", "On shift", 4_112, 4_112, 0.09),
    (.degraded, 40, "Sipho Dlamini", "Responder · Centre", "On duty", 8, 163, 0.64),
    (.degraded, 60, "أحمد بن عبد الرحمن", "Driver · East", "On shift", 71, 113, 0.80),
    (.online, 7_800, "Ravi Menon", "Responder · Centre", "On mission", 3, 5, 0.55),
    (.online, 2_280, "Lucía Torres", "Responder · Centre", "On duty", 21, 23, 0.91),
    (.online, 4_500, "Omar Haddad", "Driver · East", "Order 8841", 6, 8, 0.47),
    (.unknown, nil, "Piotr Zieliński", "Field · East", "On shift", nil, nil, nil),
    (.offDuty, 9_600, "Grace Kim", "Responder · Harbour", "Off duty", 9_621, 9_621, nil),
  ]

  private static var sampleRows: [BoardRow] {
    examples.enumerated().map { index, example in
      let at = { (seconds: Int64?) in seconds.map { PageClock.sampleNow.advanced(by: -$0 * 1_000) } }
      return BoardRow(
        key: "r\(index + 1)", status: StatusPill(example.0),
        since: PageClock.sample.span(since: at(example.1)),
        rule: "responder/on_duty: no contact for 180 s", name: example.2,
        href: "/w/city-rescue/responders/\(index + 1)", about: example.3, duty: example.4,
        lastContact: PageClock.sample.age(of: at(example.5)), latestFix: PageClock.sample.time(at(example.6)),
        battery: Words.battery(example.7), batteryNote: index == 0 ? "low power" : "",
        flags: sampleFlags[index] ?? [], strip: ReachStrip(strip(index), clock: PageClock.sample),
        assignment: sampleAssignments[index] ?? "",
        assignmentHref: sampleAssignments[index] == nil ? "" : "/w/city-rescue/incidents/214")
    }
  }

  /// The last two hours: level and minutes ago from which it was so, until the next.
  private static let sampleStrips: [[(ReachLevel, Int64)]] = [
    [(.green, 120), (.amber, 60), (.green, 57), (.amber, 26), (.red, 23)],
    [(.green, 120), (.amber, 16), (.red, 14)],
    [(.green, 120), (.amber, 80), (.red, 68)], [(.green, 120), (.red, 50), (.amber, 10)],
    [(.green, 120), (.amber, 2)], [(.green, 120)], [(.green, 120), (.amber, 70), (.green, 66)],
    [(.green, 120), (.notObserved, 90), (.green, 82)], [], [(.green, 120), (.none, 100)],
  ]

  private static func strip(_ index: Int) -> [ReachSpan] {
    let parts = sampleStrips[index]
    return parts.enumerated().map { place, part in
      let end = place + 1 < parts.count ? parts[place + 1].1 : 0
      return ReachSpan(
        from: PageClock.sampleNow.advanced(by: -part.1 * 60_000),
        to: PageClock.sampleNow.advanced(by: -end * 60_000),
        level: part.0)
    }
  }

  private static let sampleFlags = [
    3: [FlagMark("backlog")], 5: [sampleRest], 6: [FlagMark("mock")],
    7: [FlagMark("speed"), FlagMark("flapping")],
  ]
  private static let sampleRest = FlagMark(
    atRestSince: PageClock.sampleNow.advanced(by: -5_400_000),
    confirmed: PageClock.sampleNow.advanced(by: -3_000),
    clock: PageClock.sample)
  private static let sampleAssignments = [1: "INC-214 · re-offering", 5: "INC-213 · on scene"]
}
