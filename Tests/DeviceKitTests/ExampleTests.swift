import DeviceKit
import Foundation
import Rollcall
import Testing

/// The guide's example, as it stands there: it must compile, and do what it says.
@Suite("The example of the guide")
struct ExampleTests {
  @Test("from the installation to the first upload")
  func example() async throws {
    let file = try TemporaryStore()
    let server = AuthServer()
    let device = try await example(
      folder: file.folder, network: server, number: "+38640123456", code: "049130")
    #expect(server.batches.map(\.pings.count) == [1])
    #expect(server.batches.first?.telemetry.permission == .granted)
    #expect(server.calls(to: "/app/v1/duty").count == 1)
    #expect(await device.status.signal == PhoneSignal(.allWell))
  }

  private func example(
    folder: URL, network: some HTTPSending, number: String, code: String
  ) async throws -> RollcallDevice {
    // 1. Once, when the app starts. An app gives `server:` and `folder:` alone, and keeps tokens in the keychain. The
    // clock stands still, so that nothing grows old however long the test takes.
    let store = try DeviceStore(path: folder.appendingPathComponent("rollcall.sqlite").path)
    let tokens = FileTokenStorage(file: folder.appendingPathComponent("tokens.json"))
    let device = try await RollcallDevice(
      store: store, tokens: tokens, through: network, clock: Sleeper().patientClock)

    // 2. Once, when somebody logs in with the code that came by SMS.
    _ = await device.session.requestCode(phone: number)
    try await device.logIn(phone: number, code: code)

    // 3. What the platform reports, whenever it does.
    await device.report(.permission(.granted))
    await device.report(.network(.cellular))
    try await device.setDuty(.onDuty)
    if let place = Position(latitude: 46.0511, longitude: 14.5051) {
      await device.located(Ping(position: place, isMock: .no))
    }

    // 4. Everything is on disk. `run()` sends as long as the app lives; a background task calls this instead:
    _ = await device.syncNow()
    return device
  }
}
