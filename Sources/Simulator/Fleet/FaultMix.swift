public import Foundation
public import Rollcall

/// The faults of a fleet's phones and of its server, as data: distributed among the phones at random.
///
/// For example:
///
/// ```json
/// {"phones": [{"fault": "tunnel", "share": 0.4, "times": 2, "lasts": ["2m", "25m"]},
///             {"fault": "battery", "share": 0.1, "times": 1, "lasts": ["20m", "2h"]}],
///  "restarts": {"times": 3, "lasts": ["20s", "8m"]}}
/// ```
public struct FaultMix: Codable, Equatable, Sendable {
  /// One kind of fault.
  public struct Kind: Codable, Equatable, Sendable {
    /// A raw value of ``PhoneFault``, or `battery`.
    public var fault: String
    /// The share of phones that have it, 0…1.
    public var share: Double
    /// How often each of them has it during the run.
    public var times: Int
    /// The shortest and longest duration, e.g. `["2m", "25m"]`.
    public var lasts: [String]
    /// The smallest and largest error of a clock: `["-2h", "2h"]`.
    public var by: [String]?
  }

  /// How often the server is down, and for how long.
  public struct Restarts: Codable, Equatable, Sendable {
    /// How often during the run.
    public var times: Int
    /// The shortest and longest duration.
    public var lasts: [String]
  }

  /// What happens to phones.
  public var phones: [Kind]
  /// The server's downtimes; `nil` = none.
  public var restarts: Restarts?

  /// Parses a mix.
  ///
  /// - Throws: `DecodingError`; `StoryError` for an unknown word, a share beyond 0…1, or a malformed time.
  public init(parsing data: Data) throws {
    self = try JSONDecoder().decode(FaultMix.self, from: data)
    for kind in phones {
      guard kind.fault == Self.battery || PhoneFault(rawValue: kind.fault) != nil else {
        throw StoryError("unknown fault \(kind.fault)")
      }
      guard (0...1).contains(kind.share), (0...1_000).contains(kind.times) else {
        throw StoryError("\(kind.fault): share 0 to 1, times 0 to 1000")
      }
      _ = try Self.span(kind.lasts)
      if let by = kind.by { _ = try Self.span(by) }
    }
    if let restarts {
      guard (0...1_000).contains(restarts.times) else { throw StoryError("restarts: times 0 to 1000") }
      _ = try Self.span(restarts.lasts)
    }
  }

  /// The word for a battery that runs empty; `lasts` is how long the phone is off.
  static let battery = "battery"
  /// The distance between faults that silence a phone, milliseconds: two at once would not have one cause.
  private static let apart: Milliseconds = 900_000

  static func span(_ texts: [String]) throws -> ClosedRange<Milliseconds> {
    let times = texts.compactMap { StoryTime.read($0) }
    guard texts.count == 2, times.count == 2, times[0] <= times[1] else {
      throw StoryError("not two times, the shorter first: \(texts)")
    }
    return times[0]...times[1]
  }

  /// The script of one phone.
  ///
  /// - Parameters:
  ///   - run: The length of the run, milliseconds.
  ///   - seed: Of the run and the phone.
  /// - Throws: `StoryError`.
  public func behaviour(for run: Milliseconds, seed: UInt64) throws -> PhoneBehaviour {
    var random = SmallRandom(seed: seed &* 2_654_435_761 &+ 99)
    var behaviour = PhoneBehaviour(duty: Self.duty(for: run, &random))
    var taken: [ClosedRange<Milliseconds>] = []
    for kind in phones where Double.random(in: 0..<1, using: &random) < kind.share {
      let isSilencing = PhoneFault(rawValue: kind.fault).map { $0.cause != nil } ?? true
      let lasts = try Self.span(kind.lasts)
      for _ in 0..<kind.times {
        let length = min(Milliseconds.random(in: lasts, using: &random), run / 4)
        // A battery takes a while to run empty.
        let lead = kind.fault == Self.battery ? min(7_200_000, run / 4) : 0
        let place = Self.place(lead + length, apartFrom: isSilencing ? taken : [], in: run, &random)
        guard let place else { continue }
        if isSilencing { taken.append((place - Self.apart)...(place + lead + length + Self.apart)) }
        try add(kind, from: place + lead, length: length, lead: lead, to: &behaviour, &random)
      }
    }
    behaviour.spells.sort { $0.from < $1.from }
    behaviour.drains.sort { $0.from < $1.from }
    return behaviour
  }

  /// The server's downtimes, in order and apart.
  ///
  /// - Throws: `StoryError`.
  public func absences(from start: Timestamp, for run: Milliseconds, seed: UInt64) throws -> [ServerAbsence] {
    guard let restarts, restarts.times > 0 else { return [] }
    var random = SmallRandom(seed: seed &* 31 &+ 7)
    let lasts = try Self.span(restarts.lasts)
    // One in each part of the run, so that they are apart.
    let part = run / Milliseconds(restarts.times)
    return (0..<restarts.times).map { index in
      let length = min(Milliseconds.random(in: lasts, using: &random), part / 4)
      let from = Milliseconds(index) * part + Milliseconds.random(in: part / 4...part / 2, using: &random)
      let begin = start.advanced(by: from / 1_000 * 1_000)
      return ServerAbsence(from: begin, until: begin.advanced(by: max(1_000, length / 1_000 * 1_000)))
    }
  }

  /// Always on duty, sometimes on a mission.
  private static func duty(for run: Milliseconds, _ random: inout SmallRandom) -> [PhoneBehaviour.DutyStep] {
    var steps = [PhoneBehaviour.DutyStep(.onDuty, at: 1)]
    guard Double.random(in: 0..<1, using: &random) < 0.3 else { return steps }
    let from = Milliseconds.random(in: run / 8...run / 2, using: &random)
    steps.append(PhoneBehaviour.DutyStep(.onMission, at: from, order: "M-1"))
    steps.append(PhoneBehaviour.DutyStep(.onDuty, at: from + min(2_700_000, run / 8)))
    return steps
  }

  /// A random time for a fault of this length within the run, not in its first part and not at its end; `nil`
  /// = none was found.
  private static func place(
    _ length: Milliseconds, apartFrom taken: [ClosedRange<Milliseconds>], in run: Milliseconds,
    _ random: inout SmallRandom
  ) -> Milliseconds? {
    let first = run / 24
    let last = run - length - run / 24
    guard last > first else { return nil }
    for _ in 0..<40 {
      let from = Milliseconds.random(in: first...last, using: &random)
      if !taken.contains(where: { $0.overlaps(from...(from + length)) }) { return from }
    }
    return nil
  }

  private func add(
    _ kind: Kind, from: Milliseconds, length: Milliseconds, lead: Milliseconds,
    to behaviour: inout PhoneBehaviour, _ random: inout SmallRandom
  ) throws {
    guard let trouble = PhoneFault(rawValue: kind.fault) else {
      return behaviour.drains.append(
        BatteryDrain(level: 0.3, from: from - lead, until: from, charged: from + length))
    }
    let amount = try kind.by.map { Milliseconds.random(in: try Self.span($0), using: &random) }
    behaviour.spells.append(Spell(trouble, from: from, until: from + length, amount: amount ?? 3_600_000))
  }

  /// All faults, in a mix for a day of a fleet.
  public static let everything: FaultMix? = try? FaultMix(
    parsing: Data(
      #"""
      {"phones": [
        {"fault": "tunnel", "share": 0.5, "times": 2, "lasts": ["2m", "25m"]},
        {"fault": "network", "share": 0.4, "times": 1, "lasts": ["5m", "2h"]},
        {"fault": "captive_portal", "share": 0.2, "times": 1, "lasts": ["5m", "40m"]},
        {"fault": "handover", "share": 0.5, "times": 4, "lasts": ["5s", "20s"]},
        {"fault": "battery", "share": 0.2, "times": 1, "lasts": ["20m", "2h"]},
        {"fault": "killed", "share": 0.3, "times": 1, "lasts": ["10m", "2h"]},
        {"fault": "silent", "share": 0.1, "times": 1, "lasts": ["5m", "40m"]},
        {"fault": "permission", "share": 0.2, "times": 1, "lasts": ["10m", "90m"]},
        {"fault": "location", "share": 0.2, "times": 1, "lasts": ["10m", "90m"]},
        {"fault": "low_power", "share": 0.3, "times": 1, "lasts": ["30m", "4h"]},
        {"fault": "session", "share": 0.15, "times": 1, "lasts": ["10m", "90m"]},
        {"fault": "clock_skew", "share": 0.2, "times": 1, "lasts": ["1h", "6h"], "by": ["-2h", "2h"]},
        {"fault": "no_fix", "share": 0.3, "times": 1, "lasts": ["5m", "40m"]},
        {"fault": "mock", "share": 0.1, "times": 1, "lasts": ["10m", "30m"]},
        {"fault": "lost_answers", "share": 0.4, "times": 2, "lasts": ["5m", "30m"]},
        {"fault": "duplicates", "share": 0.4, "times": 2, "lasts": ["10m", "60m"]},
        {"fault": "late_delivery", "share": 0.3, "times": 1, "lasts": ["5m", "30m"]}
      ], "restarts": {"times": 4, "lasts": ["20s", "8m"]}}
      """#.utf8))
}
