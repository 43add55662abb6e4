import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Testing

/// The guides' example: what stands in them stands here, is compiled, and does what it says.
@Suite("The example of the guides")
struct ExampleTests {
  @Test("from the installation to the first upload")
  func example() async throws {
    let file = try TemporaryStore()
    let server = AuthServer()
    // The clock stands still, so that nothing grows old however long the test takes.
    let device = try await RollcallDevice(
      store: DeviceStore(path: file.folder.appendingPathComponent("rollcall.sqlite").path),
      tokens: FileTokenStorage(file: file.folder.appendingPathComponent("tokens.json")), through: server,
      clock: Sleeper().patientClock)
    try await use(
      device, number: "+38640123456", code: "049130", latitude: 46.0511, longitude: 14.5051, accuracy: 8)
    #expect(server.batches.map(\.pings.count) == [1])
    #expect(server.batches.first?.telemetry.permission == .granted)
    #expect(server.calls(to: "/app/v1/duty").count == 1)
    #expect(await device.status.signal == PhoneSignal(.allWell))
  }

  @Test("the first start, without a login and without a network")
  func offline() async throws {
    let file = try TemporaryStore()
    let device = try await start(
      address: try #require(URL(string: "http://127.0.0.1:9")), folder: file.folder)
    #expect(await device.status.signal == PhoneSignal(.loggedOut))
  }

  @Test(
    "the example in the guides is the code compiled here",
    arguments: ["docs/apps.md", "Sources/DeviceKit/DeviceKit.docc/FirstUpload.md"])
  func guides(path: String) throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    let code = try Self.code(of: root.appendingPathComponent(path))
    let here = try Self.lines(of: URL(fileURLWithPath: #filePath))
    #expect(code.count >= 8)
    var place = here.startIndex
    for line in code {
      let found = here[place...].firstIndex(of: line)
      #expect(found != nil, "not here, or not in this order: \(line)")
      place = found.map { $0 + 1 } ?? place
    }
  }

  /// The lines of a guide's Swift, without comments. A manifest is no part of it.
  private static func code(of guide: URL) throws -> [String] {
    var code: [String] = []
    var isCode = false
    for line in try lines(of: guide) {
      if line.hasPrefix("```") { isCode = line == "```swift" } else if isCode { code.append(line) }
    }
    return code.filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map
    {
      $0[..<($0.range(of: "  //")?.lowerBound ?? $0.endIndex)].trimmingCharacters(in: .whitespaces)
    }
  }

  // MARK: What the guides say

  private func start(address: URL, folder: URL) async throws -> RollcallDevice {
    let keychain = FileTokenStorage(file: folder.appendingPathComponent("tokens.json"))
    let device = try await RollcallDevice(server: address, folder: folder, tokens: keychain)
    Task { await device.run() }
    return device
  }

  private func use(
    _ device: RollcallDevice, number: String, code: String, latitude: Double, longitude: Double,
    accuracy: Double
  ) async throws {
    _ = await device.session.requestCode(phone: number)
    try await device.logIn(phone: number, code: code)
    await device.report(.permission(.granted))
    await device.report(.network(.cellular))
    try await device.setDuty(.onDuty)
    guard let place = Position(latitude: latitude, longitude: longitude) else { return }
    var fix = Ping(position: place, isMock: .no)
    fix.accuracy = accuracy
    await device.located(fix)
    _ = await device.syncNow()
  }

  private func follow(_ device: RollcallDevice) async {
    for await item in device.news {
      switch item {
      case .changed: draw(await device.status)
      case .positionWanted: askPlatformForOnePosition()
      case .offered(let offer): show(offer.details.title, until: offer.expiresAt)
      case .withdrawn(let offer): hide(offer.id)
      case .missionOver(let mission): tell("\(mission.title) is over")
      case .tooLate(let offer): tell("Offer \(offer.rawValue): somebody was faster")
      case .sessionEnded(let owner): tell("\(owner.name) must log in again")
      case .checked(_, of: let visit, let verdict): tell("Visit \(visit.rawValue): \(verdict.reason)")
      case .setAside(let count, let reason): tell("\(count) refused: \(reason)")
      }
    }
  }

  // MARK: What an app does with it

  private func draw(_ status: DeviceStatus) {}
  private func askPlatformForOnePosition() {}
  private func show(_ title: String, until end: Timestamp) {}
  private func hide(_ offer: Offer.ID) {}
  private func tell(_ words: String) {}
}
