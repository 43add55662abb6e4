import Rollcall
import Testing

@Suite("What a phone last said about itself")
struct PhoneStateTests {
  @Test("The newest value by time stands, whatever comes later")
  func newestStands() {
    var value = Reported<Int>()
    value.record(1, at: .at(10))
    value.record(2, at: .at(5))
    #expect(value == Reported(1, at: .at(10)))
    value.record(nil, at: .at(20))
    #expect(value == Reported(1, at: .at(10)))
    value.record(3, at: .at(10))
    #expect(value == Reported(3, at: .at(10)))
  }

  @Test("Fixes, telemetry and events speak of the same values")
  func oneState() {
    var phone = PhoneState()
    phone.record(.battery(0.5), at: .at(1))
    phone.record(.lifecycle(.background), at: .at(1))
    phone.record(.power(.lowPower), at: .at(1))
    phone.record(.permission(.denied), at: .at(1))
    phone.record(.locationServices(false), at: .at(1))
    phone.record(.network(.none), at: .at(1))
    var telemetry = Telemetry()
    telemetry.appState = .foreground
    telemetry.powerMode = .normal
    phone.record(telemetry, at: .at(2))
    #expect(phone.appState.value == .foreground)
    #expect(phone.powerMode.value == .normal)
    #expect(phone.permission.value == .denied)
    #expect(phone.locationServices.value == false)
    #expect(phone.network.value == Telemetry.Network.none)
    #expect(phone.battery.value == 0.5)
  }

  @Test(
    "What was killed, booted or said about duty changes nothing",
    arguments: [
      DeviceEvent.Kind.lifecycle(.killed), .lifecycle(.boot), .duty(.onDuty),
    ])
  func silentEvents(_ event: DeviceEvent.Kind) {
    var phone = PhoneState()
    phone.record(event, at: .at(1))
    #expect(phone == PhoneState())
  }
}
