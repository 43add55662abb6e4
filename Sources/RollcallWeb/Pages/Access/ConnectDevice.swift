import Rollcall

/// A foreign app on a person's phone, for pages.
struct DeviceFacts: Sendable {
  var id: Int64
  var app: PhoneApp
  var name: String
  var createdAt: Timestamp
  var lastContact: Timestamp? = nil
  /// How many of its positions were stored, and when the last arrived.
  var positions: Int = 0
  var lastPosition: Timestamp? = nil
  /// Its accuracy, metres, and the battery then, 0…1.
  var accuracy: Double? = nil
  var battery: Double? = nil
  /// How often it is expected to report.
  var intervals: ReportIntervals
  /// How many records were dropped, by reason, the most frequent first.
  var drops: [(reason: String, count: Int)] = []

  /// `412 records dropped: clock error`, one sentence for each reason.
  var dropWords: [String] {
    drops.map { "\(Words.count($0.count, "record", "records")) dropped: \(Words.drop($0.reason))" }
  }

  /// `every 60 s, on a mission every 15 s`.
  var intervalWords: String {
    let onDuty = "every \(Words.exactly(seconds: Double(intervals.onDuty)))"
    return intervals.onMission == intervals.onDuty
      ? onDuty : Words.Devices.missionEvery(onDuty, Words.exactly(seconds: Double(intervals.onMission)))
  }

  /// The facts that it never reports.
  var missing: String { app.missing.map(\.words).joined(separator: "; ") }

  /// `We do not get: …`.
  var missingWords: String { Words.Devices.missing(app.isCode ? "it" : app.name, missing) }

  func card(_ clock: PageClock) -> FactCard {
    let facts = [
      Fact("App", app.name), Fact(Words.Devices.lastContact, clock.minute(lastContact)),
      Fact(Words.Devices.lastPosition, clock.minute(lastPosition)), Fact("Expected", intervalWords),
    ]
    return FactCard(title: name, key: "app-\(id)", facts: facts + dropFacts, note: missingWords)
  }

  var dropFacts: [Fact] { dropWords.map { Fact("Dropped", $0, level: "warning") } }
}

extension Words {
  /// The reason of a drop in words: `clock_error` as `clock error`.
  static func drop(_ reason: String) -> String {
    switch reason {
    case "bad_coordinates": Words.Devices.noUsableCoordinates
    case "invalid_fix": Words.Devices.phoneItselfCalledPositionInvalid
    case "too_old": Words.Devices.olderThanWhatKept
    default: plain(reason)
    }
  }
}

/// The reports of a device since its code was shown.
struct WaitingPart: PagePart {
  /// `calm` once it has reported, `warning` when its reports cannot be used, else empty.
  var level = ""
  /// `Waiting for the first report of OwnTracks …`
  var sentence: String
  var at: Moment?
  /// `battery 83 %, accuracy 9 m`; may be empty.
  var detail = ""

  init(_ device: DeviceFacts, _ clock: PageClock) {
    guard let heard = device.lastContact else {
      sentence = Words.Devices.waitingFirstReport(device.name)
      return
    }
    at = clock.age(of: heard)
    if device.positions > 0 {
      (level, sentence) = ("calm", Words.Devices.gotReports(device.name))
      let known = [
        device.battery.map { "battery \(Words.share($0))" },
        device.accuracy.map { "accuracy \(Words.accuracy($0))" },
      ]
      detail = known.compactMap(\.self).joined(separator: ", ")
    } else if let drop = device.dropWords.first {
      (level, sentence) = ("warning", Words.Devices.reportsButNothingCanUsed(device.name))
      detail = drop
    } else {
      sentence = Words.Devices.spokenFirstPositionNotCome(device.name)
    }
  }
}

/// One device in a person's list.
struct DeviceRow: PagePart {
  var key, name, href, app: String
  var lastContact: Moment
  /// How many positions it brought, and how often it is expected.
  var positions, interval: String
  var drops: [TextLine]
  /// The facts that it never reports.
  var missing: String
}

extension DeviceRow {
  init(_ device: DeviceFacts, slug: String, clock: PageClock) {
    self.init(
      key: "d\(device.id)", name: device.name, href: DevicePage.path(slug, device.id), app: device.app.name,
      lastContact: clock.age(of: device.lastContact), positions: Words.grouped(device.positions),
      interval: device.intervalWords, drops: device.dropWords.map(TextLine.init), missing: device.missing)
  }
}

/// One foreign app on a person's phone: its reports, the facts it does not report, and its settings.
struct DevicePage: Page {
  static let template = "Access/DevicePage"

  var head: FormHead
  var name, person, personHref: String
  var back: String
  var facts: [Fact]
  /// Records dropped lately, the newest first.
  var drops: [DropRow]
  /// The facts that it does not report.
  var missing: [TextLine]
  var label: FormField
  /// How often it is expected to report.
  var intervals: [FormField]
  /// The unit of its speed; absent when its protocol defines it.
  var unit: FormSelect?
  /// Whether it obeys our answers; absent when its user cannot choose.
  var commands: FormSelect?

  /// The posted form of a device.
  struct Typed: Sendable {
    var name: String
    /// Seconds between two reports.
    var onDuty, onMission: String
    /// The unit's word, and `yes` or `no`.
    var unit, commands: String
  }

  /// The page of a device; `typed` holds the form's values.
  init(
    shell: Shell, slug: String, person: (id: Responder.ID, name: String), _ device: DeviceFacts,
    lastDrops: [(at: Timestamp, reason: String)], userAgent: String?, typed: Typed,
    problems: [FieldProblem] = [], notice: ActionNotice? = nil, clock: PageClock
  ) {
    head = FormHead(shell, path: Self.path(slug, device.id), problems: problems, notice: notice)
    (name, self.person, personHref) = (device.name, person.name, PagePath.person(slug, person.id))
    back = PagePath.connect(slug, person.id)
    facts = Self.facts(device, userAgent, clock)
    drops = lastDrops.map { DropRow(at: clock.time($0.at), why: Words.drop($0.reason)) }
    missing = device.app.missing.map { TextLine($0.words) }
    label = FormField("name", "Name", value: typed.name, isRequired: true, problems: problems)
    intervals = Self.intervals(typed, problems)
    let adapter = device.app.adapter
    unit = adapter == .osmand ? Self.unit(typed.unit, problems) : nil
    commands = adapter.intervalControl == .whereAllowed ? Self.commands(typed.commands, problems) : nil
  }

  private static func facts(_ device: DeviceFacts, _ userAgent: String?, _ clock: PageClock) -> [Fact] {
    [
      Fact("App", device.app.name), Fact("Made", clock.minute(device.createdAt)),
      Fact(Words.Devices.lastContact, clock.age(of: device.lastContact)),
      Fact(Words.Devices.saysItself, userAgent ?? Words.none),
      Fact("Positions", Words.grouped(device.positions)),
      Fact(Words.Devices.lastPosition, clock.time(device.lastPosition)),
      Fact("Accuracy", Words.accuracy(device.accuracy)), Fact("Battery", Words.share(device.battery)),
    ] + device.dropFacts
  }

  private static func intervals(_ typed: Typed, _ problems: [FieldProblem]) -> [FormField] {
    [
      FormField(
        "on_duty", Words.Devices.expectedDutyEvery, value: typed.onDuty, hint: Words.Devices.intervalHint,
        unit: "s", kind: .number, isRequired: true, problems: problems),
      FormField(
        "on_mission", Words.Devices.onMissionEvery, value: typed.onMission, unit: "s", kind: .number,
        isRequired: true, problems: problems),
    ]
  }

  static func unit(_ chosen: String, _ problems: [FieldProblem]) -> FormSelect {
    FormSelect(
      "unit", Words.Devices.itsSpeedIsIn,
      choices: [
        Choice(value: "knots", label: Words.Devices.knotsProtocolSays, isSelected: chosen != "mps"),
        Choice(value: "mps", label: Words.Devices.metresPerSecondOsmandApp, isSelected: chosen == "mps"),
      ], problems: problems)
  }

  private static func commands(_ chosen: String, _ problems: [FieldProblem]) -> FormSelect {
    FormSelect(
      "commands", Words.Devices.remoteCommands,
      choices: [
        Choice(value: "yes", label: Words.Devices.allowedDutySetsAppsInterval, isSelected: chosen == "yes"),
        Choice(value: "no", label: Words.Devices.notAllowedApp, isSelected: chosen != "yes"),
      ], problems: problems)
  }

  static func path(_ slug: String, _ id: Int64) -> String { "/w/\(slug)/devices/\(id)" }
}

/// A dropped record.
struct DropRow: PagePart {
  var at: Moment
  var why: String
}
