import Rollcall

/// What the phone last reported. `nil` = not said.
struct LatestReport: Sendable {
  /// The latest position that counts.
  var position: Position? = nil
  /// Its radius of 68 % confidence, metres.
  var accuracy: Double? = nil
  /// Its effective time.
  var takenAt: Timestamp? = nil
  /// When its app last said that they are still there; `nil` = it did not.
  var confirmedAt: Timestamp? = nil
  /// When it was on disk.
  var receivedAt: Timestamp? = nil
  /// What is known of the phone.
  var phone: PhoneState = PhoneState()
  /// Pings that waited in the phone at the newest telemetry.
  var queueDepth: Int64? = nil

  func card(_ clock: PageClock) -> FactCard {
    let saves = phone.powerMode.value == .lowPower
    let battery = Words.battery(phone.battery.value)
    return FactCard(
      title: "Latest report", key: "report",
      facts: [
        place, Fact("Accuracy", Words.accuracy(accuracy)), Fact("Taken", clock.time(takenAt)),
        Fact("Received", clock.time(receivedAt)),
      ] + (confirmedAt.map { [Fact("Confirmed", clock.time($0))] } ?? []) + [
        Fact("Battery", saves ? "\(battery), low power" : battery, level: isLow ? "warning" : ""),
        Fact(
          "Permission", phone.permission.value?.rawValue ?? Words.none,
          level: phone.permission.value == .denied ? "danger" : ""),
        Fact("Location services", services, level: phone.locationServices.value == false ? "danger" : ""),
        Fact("App", phone.appState.value?.rawValue ?? Words.none),
        Fact("Power mode", phone.powerMode.value.map { Words.plain($0.rawValue) } ?? Words.none),
        Fact("Queue", queue, level: (queueDepth ?? 0) > 0 ? "warning" : ""),
        Fact("Network", phone.network.value?.rawValue ?? Words.none),
      ])
  }

  private var place: Fact {
    guard let position else { return Fact("Position", Words.none) }
    return Fact(
      "Position", "",
      links: [
        Link(label: Words.coordinates(position), href: Words.geo(position, accuracy: accuracy)),
        Link(label: "map", href: Words.webMap(position)),
      ])
  }

  private var isLow: Bool { phone.battery.value.map { $0 < 0.15 } ?? false }
  private var services: String { phone.locationServices.value.map { $0 ? "on" : "off" } ?? Words.none }
  private var queue: String {
    guard let queueDepth else { return Words.none }
    return queueDepth == 0 ? "empty" : "\(Words.grouped(queueDepth)) waiting"
  }
}

extension Words {
  /// The position on a map of the web. It leaves the house only when somebody follows the link.
  static func webMap(_ position: Position) -> String {
    let (latitude, longitude) = (
      decimal(position.latitude, places: 5), decimal(position.longitude, places: 5)
    )
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)"
  }
}
