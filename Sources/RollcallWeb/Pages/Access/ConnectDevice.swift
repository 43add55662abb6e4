import Rollcall

/// A foreign app on somebody's phone, as pages are told of it.
struct DeviceFacts: Sendable {
  /// Its id.
  var id: Int64
  /// Which app it is.
  var app: PhoneApp
  var name: String
  var createdAt: Timestamp
  /// When it last spoke; `nil` = never.
  var lastContact: Timestamp? = nil
  /// How many of its positions were stored.
  var positions: Int = 0
  /// When its last position came.
  var lastPosition: Timestamp? = nil
  /// How exact that was, metres.
  var accuracy: Double? = nil
  /// Its battery, 0…1.
  var battery: Double? = nil
  /// How often it is expected to report.
  var intervals: ReportIntervals
  /// How many records were not taken, by reason, the most frequent first.
  var drops: [(reason: String, count: Int)] = []

  /// `412 records dropped: clock error`, one sentence for each reason.
  var dropWords: [String] {
    drops.map { drop in
      let noun = drop.count == 1 ? "record" : "records"
      return "\(Words.grouped(drop.count)) \(noun) dropped: \(Words.drop(drop.reason))"
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
struct WaitingPart: PagePart {
  /// `calm` once it has reported, `warning` when what it sends cannot be used, else empty.
  var level: String
  /// `Waiting for the first report of OwnTracks …`
  var sentence: String
  /// When it spoke.
  var at: Moment?
  /// `battery 83 %, accuracy 9 m`; may be empty.
  var detail: String

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
}

/// One device in the list of somebody's.
struct DeviceRow: PagePart {
  var key: String
  var name: String
  /// The device's page.
  var href: String
  /// Which app it is.
  var app: String
  /// When it was last heard.
  var lastContact: Moment
  /// How many positions it brought.
  var positions: String
  /// How often it is expected.
  var interval: String
  /// What was not taken.
  var drops: [TextLine]
  /// What it never tells.
  var missing: String

  /// The row of a device.
  init(_ device: DeviceFacts, slug: String, clock: PageClock) {
    key = "d\(device.id)"
    name = device.name
    href = DevicePage.path(slug, device.id)
    app = device.app.name
    lastContact = clock.age(of: device.lastContact)
    positions = Words.grouped(device.positions)
    interval = device.intervalWords
    drops = device.dropWords.map(TextLine.init)
    missing = device.app.missing.map(\.words).joined(separator: "; ")
  }
}
