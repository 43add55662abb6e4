public import Foundation
public import Rollcall

/// The story of one person's phone in a seed: a line of `stories.json`.
///
/// For example:
///
/// ```json
/// {"shifts": [["-9h", "3h"]], "missions": [["-5h", "-4h15m", "M-104"]], "troubles": [["network", "-2h",
/// "-90m"]]}
/// ```
///
/// Times are counted from the live start: `-2h30m`, `40s`, `0`; an entry without an end never ends.
/// `"addresses"` lists other addresses that the server sees: `[["203.0.113.7", "-3h", "-2h"]]`.
public struct PhoneStory: Decodable, Equatable, Sendable {
  /// How the phone lives.
  public var behaviour: PhoneBehaviour
  /// The name of the route it walks, without `.gpx`; `nil` = any.
  public var route: String?
  /// When its session expires; `nil` = not for days. Milliseconds after the live start.
  public var sessionEnds: Milliseconds?
  /// When its person changes to another phone, and logs in there; `nil` = never. Milliseconds after the live
  /// start.
  public var secondPhone: Milliseconds?

  enum CodingKeys: String, CodingKey {
    case route, shifts, missions, troubles, drain, offers, stay, event, addresses
    case clockAhead = "clock_ahead"
    case sessionEnds = "session_ends"
    case secondPhone = "second_phone"
  }

  /// Decodes a story; by default the phone has no faults.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func spans(_ key: CodingKeys) throws -> [StoryLine] {
      try values.decodeIfPresent([StoryLine].self, forKey: key) ?? []
    }
    route = try values.decodeIfPresent(String.self, forKey: .route)
    sessionEnds = try values.decodeIfPresent(StoryTime.self, forKey: .sessionEnds)?.milliseconds
    secondPhone = try values.decodeIfPresent(StoryTime.self, forKey: .secondPhone)?.milliseconds
    behaviour = PhoneBehaviour(
      spells: try spans(.troubles).map { line in
        guard let word = line.words.first, let trouble = PhoneFault(rawValue: word) else {
          throw StoryError("unknown trouble \(line.words)")
        }
        return Spell(trouble, from: line.from, until: line.until ?? .max)
      },
      drains: try values.decodeIfPresent(StoryLine.self, forKey: .drain).map { [try Self.drain($0)] } ?? [],
      duty: Self.duty(try spans(.shifts), try spans(.missions)),
      clockAhead: try values.decodeIfPresent(StoryTime.self, forKey: .clockAhead)?.milliseconds ?? 0,
      offers: try values.decodeIfPresent(PhoneBehaviour.OfferHabit.self, forKey: .offers) ?? .accepts,
      stay: try values.decodeIfPresent(StoryTime.self, forKey: .stay)?.milliseconds ?? PhoneBehaviour().stay,
      part: try values.decodeIfPresent(StoryLine.self, forKey: .event).map(Self.part))
    behaviour.detours = try spans(.addresses).map(Self.detour)
  }

  /// The stories of a file, by the external id of the person.
  ///
  /// - Throws: `DecodingError`, `StoryError`, or what reading the file throws.
  public static func read(_ file: URL) throws -> [String: PhoneStory] {
    try JSONDecoder().decode([String: PhoneStory].self, from: Data(contentsOf: file))
  }

  /// On duty in shifts, on a mission within them.
  private static func duty(_ shifts: [StoryLine], _ missions: [StoryLine]) -> [PhoneBehaviour.DutyStep] {
    var steps: [PhoneBehaviour.DutyStep] = []
    for shift in shifts {
      steps.append(.init(.onDuty, at: shift.from))
      if let until = shift.until { steps.append(.init(.offDuty, at: until)) }
    }
    for mission in missions {
      steps.append(.init(.onMission, at: mission.from, order: mission.words.first))
      if let until = mission.until { steps.append(.init(.onDuty, at: until)) }
    }
    return steps
  }

  /// `["river-run", from]`
  private static func part(_ line: StoryLine) throws -> PhoneBehaviour.EventPart {
    guard let event = line.words.first else { throw StoryError("an event is a name and a time") }
    return PhoneBehaviour.EventPart(in: event, from: line.from)
  }

  /// `["203.0.113.7", from, until]`
  private static func detour(_ line: StoryLine) throws -> PhoneBehaviour.Detour {
    guard let address = line.words.first else { throw StoryError("a detour is an address and its times") }
    return PhoneBehaviour.Detour(address, from: line.from, until: line.until ?? .max)
  }

  /// `["0.30", from, until, charged]`
  private static func drain(_ line: StoryLine) throws -> BatteryDrain {
    guard let word = line.words.first, let level = Double(word), let until = line.until else {
      throw StoryError("a drain is a level and two or three times")
    }
    return BatteryDrain(level: level, from: line.from, until: until, charged: line.later)
  }
}

/// Why a story is invalid.
public struct StoryError: Error, Equatable, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A list of words and times: `["network", "-2h", "-90m"]`.
private struct StoryLine: Decodable {
  var words: [String] = []
  private var times: [Milliseconds] = []

  init(from decoder: any Decoder) throws {
    for text in try decoder.singleValueContainer().decode([String].self) {
      if let time = StoryTime.read(text) { times.append(time) } else { words.append(text) }
    }
    guard (1...3).contains(times.count), words.count <= 1 else {
      throw StoryError("neither a word nor times: \(words)")
    }
  }

  var from: Milliseconds { times.first ?? 0 }
  var until: Milliseconds? { times.count > 1 ? times[1] : nil }
  var later: Milliseconds? { times.count > 2 ? times[2] : nil }
}

/// A time such as `-2h30m`, `40s` or `0`.
struct StoryTime: Decodable {
  let milliseconds: Milliseconds

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let time = Self.read(text) else { throw StoryError("no time: \(text)") }
    milliseconds = time
  }

  /// Parses a text into milliseconds; `nil` when it is malformed.
  static func read(_ text: String) -> Milliseconds? {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    if bytes.elementsEqual([UInt8(ascii: "0")]) { return 0 }
    guard !bytes.isEmpty else { return nil }
    var sum: Milliseconds = 0
    while !bytes.isEmpty {
      let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      guard (1...6).contains(digits.count),
        let number = Milliseconds(String(decoding: digits, as: UTF8.self)),
        let unit = bytes.popFirst().flatMap(length(of:))
      else { return nil }
      sum += number * unit
    }
    return isNegative ? -sum : sum
  }

  private static func length(of unit: UInt8) -> Milliseconds? {
    switch unit {
    case UInt8(ascii: "h"): 3_600_000
    case UInt8(ascii: "m"): 60_000
    case UInt8(ascii: "s"): 1_000
    default: nil
    }
  }
}
