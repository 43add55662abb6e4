import Rollcall
import Testing

@Suite("Apps that are not ours")
struct PhoneAppTests {
  @Test(
    "each app that is not code is in a store, and runs somewhere",
    arguments: PhoneApp.allCases)
  func stores(app: PhoneApp) {
    #expect(app.stores.isEmpty == app.isCode)
    #expect(app.systems.isEmpty == false)
  }

  @Test(
    "a device is known by its adapter, and where several speak alike by its name",
    arguments: [
      (Adapter.flat, "Colota", PhoneApp.colota), (.flat, "Script", .script), (.flat, "Ambulance 7", .colota),
      (.osmand, "Van", .traccar), (.owntracks, "Script", .owntracks),
    ])
  func likely(adapter: Adapter, name: String, app: PhoneApp) {
    #expect(PhoneApp(of: adapter, named: name) == app)
  }

  @Test("there is an app for every adapter")
  func adapters() {
    #expect(Set(PhoneApp.allCases.map(\.adapter)) == Set(Adapter.allCases))
  }
}

@Suite("Advice about a phone")
struct PhoneTroubleTests {
  private static let heard = Timestamp(milliseconds: 1)

  private static func phone(
    permission: Telemetry.Permission? = nil, services: Bool? = nil, power: Telemetry.PowerMode? = nil,
    battery: Double? = nil
  ) -> PhoneState {
    var phone = PhoneState()
    phone.permission.record(permission, at: heard)
    phone.locationServices.record(services, at: heard)
    phone.powerMode.record(power, at: heard)
    phone.battery.record(battery, at: heard)
    return phone
  }

  @Test("the most important advice comes first, and there is none where all is well")
  func order() {
    let cases: [(Status, PhoneState, [PhoneTrouble])] = [
      (.online, Self.phone(permission: .granted, services: true, power: .lowPower, battery: 0.05), []),
      (.offDuty, Self.phone(power: .lowPower), []),
      (.offDuty, Self.phone(permission: .denied), [.permission]),
      (.degraded, Self.phone(), [.noFix]),
      (.degraded, Self.phone(permission: .denied), [.permission]),
      (.degraded, Self.phone(services: false, power: .lowPower), [.services, .powerSaving]),
      (.offline, Self.phone(permission: .denied, battery: 0.14), [.permission, .silent, .batteryLow]),
      (.offline, Self.phone(power: .normal, battery: 0.15), [.silent]),
      (.unknown, Self.phone(), [.noFix]),
    ]
    for (status, phone, expected) in cases {
      #expect(
        PhoneTrouble.found(status: status, phone: phone, lastContact: Self.heard) == expected,
        "\(status) \(expected)")
    }
    #expect(
      PhoneTrouble.found(status: .unknown, phone: Self.phone(), lastContact: nil) == [.neverReported])
  }
}
