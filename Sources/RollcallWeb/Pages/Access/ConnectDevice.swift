public import Rollcall

/// A foreign app on somebody's phone, as pages are told of it.
public struct DeviceFacts: Sendable {
  /// Its id.
  public var id: Int64
  /// Which app it is.
  public var app: PhoneApp
  /// What the console calls it.
  public var name: String
  /// When it was made.
  public var createdAt: Timestamp
  /// When it last spoke; `nil` = never.
  public var lastContact: Timestamp?
  /// How many of its positions were stored.
  public var positions: Int
  /// When its last position came.
  public var lastPosition: Timestamp?
  /// How exact that was, metres.
  public var accuracy: Double?
  /// Its battery, 0…1.
  public var battery: Double?
  /// How often it is expected to report.
  public var intervals: ReportIntervals
  /// How many records were not taken, by reason, the most frequent first.
  public var drops: [(reason: String, count: Int)]

  /// A device from its parts.
  public init(
    id: Int64, app: PhoneApp, name: String, createdAt: Timestamp, lastContact: Timestamp? = nil,
    positions: Int = 0, lastPosition: Timestamp? = nil, accuracy: Double? = nil, battery: Double? = nil,
    intervals: ReportIntervals, drops: [(reason: String, count: Int)] = []
  ) {
    (self.id, self.app, self.name, self.createdAt) = (id, app, name, createdAt)
    (self.lastContact, self.positions, self.lastPosition) = (lastContact, positions, lastPosition)
    (self.accuracy, self.battery, self.intervals, self.drops) = (accuracy, battery, intervals, drops)
  }

  /// `412 records dropped: clock error`, one sentence for each reason.
  var dropWords: [String] {
    drops.map { drop in
      let noun = drop.count == 1 ? "record" : "records"
      return "\(Words.grouped(Int64(drop.count))) \(noun) dropped: \(Words.drop(drop.reason))"
    }
  }

  /// `every 60 s, on a mission every 15 s`.
  var intervalWords: String {
    let onDuty = "every \(Words.seconds(intervals.onDuty))"
    return intervals.onMission == intervals.onDuty
      ? onDuty : "\(onDuty), on a mission every \(Words.seconds(intervals.onMission))"
  }

  /// The card of the responder's page.
  func card(_ clock: PageClock) -> FactCard {
    var facts = [
      Fact("App", app.name), Fact("Last contact", clock.minute(lastContact)),
      Fact("Last position", clock.minute(lastPosition)), Fact("Expected", intervalWords),
    ]
    facts += dropWords.map { Fact("Dropped", $0, level: "warning") }
    return FactCard(title: name, key: "app-\(id)", facts: facts, note: missingWords)
  }

  /// `We do not get: …`.
  var missingWords: String {
    "From \(app.isCode ? "it" : app.name) we do not get: \(app.missing.map(\.words).joined(separator: "; "))."
  }
}

extension Words {
  /// Why a record was not taken: `clock_error` as `clock error`.
  static func drop(_ reason: String) -> String {
    switch reason {
    case "bad_coordinates": "no usable coordinates"
    case "invalid_fix": "the phone itself called its position invalid"
    case "too_old": "older than what is kept"
    default: plain(reason)
    }
  }

  /// Seconds as people say them, exactly: `60 s`, `15 min`, `90 s`.
  static func seconds(_ seconds: Int) -> String {
    seconds >= 120 && seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
  }
}

/// What has come of a device since its code was shown.
public struct WaitingPart: PagePart {
  /// `calm` once it has reported, `warning` when what it sends cannot be used, else empty.
  public var level: String
  /// `Waiting for the first report of OwnTracks …`
  public var sentence: String
  /// When it spoke.
  public var at: Moment?
  /// `battery 83 %, accuracy 9 m`; may be empty.
  public var detail: String

  /// What is so now.
  init(_ device: DeviceFacts, _ clock: PageClock) {
    (level, detail, at) = ("", "", nil)
    guard let heard = device.lastContact else {
      sentence = "Waiting for the first report of \(device.name) …"
      return
    }
    at = clock.age(of: heard)
    if device.positions > 0 {
      (level, sentence) = ("calm", "Got it: \(device.name) reports.")
      let known = [
        device.battery.map { "battery \(Words.battery($0))" },
        device.accuracy.map { "accuracy \(Words.accuracy($0))" },
      ].compactMap { $0 }
      detail = known.joined(separator: ", ")
    } else if let drop = device.dropWords.first {
      (level, sentence) = ("warning", "\(device.name) reports, but nothing of it can be used.")
      detail = drop
    } else {
      sentence = "\(device.name) has spoken; its first position has not come yet."
    }
  }

  /// An example with every kind of content.
  public static let sample = WaitingPart(.sample, PageClock.sample)
}

/// One device in the list of somebody's.
public struct DeviceRow: PagePart {
  /// The row's name in the page.
  public var key: String
  /// What the console calls it.
  public var name: String
  /// The device's page.
  public var href: String
  /// Which app it is.
  public var app: String
  /// When it was last heard.
  public var lastContact: Moment
  /// How many positions it brought.
  public var positions: String
  /// How often it is expected.
  public var interval: String
  /// What was not taken.
  public var drops: [TextLine]
  /// What it never tells.
  public var missing: String

  /// The row of a device.
  init(_ device: DeviceFacts, slug: String, clock: PageClock) {
    key = "d\(device.id)"
    name = device.name
    href = DevicePage.path(slug, device.id)
    app = device.app.name
    lastContact = clock.age(of: device.lastContact)
    positions = Words.grouped(Int64(device.positions))
    interval = device.intervalWords
    drops = device.dropWords.map(TextLine.init)
    missing = device.app.missing.map(\.words).joined(separator: "; ")
  }

  /// An example with every kind of content.
  public static let sample = DeviceRow(.sample, slug: "city-rescue", clock: PageClock.sample)
}

extension DeviceFacts {
  /// A phone that reports, and has trouble with its clock.
  static let sample = DeviceFacts(
    id: 12, app: .owntracks, name: "OwnTracks", createdAt: PageClock.sampleNow.advanced(by: -600_000),
    lastContact: PageClock.sampleNow.advanced(by: -12_000), positions: 3,
    lastPosition: PageClock.sampleNow.advanced(by: -12_000), accuracy: 9, battery: 0.83,
    intervals: ReportIntervals(onDuty: 60, onMission: 15), drops: [("clock_error", 412)])
}
