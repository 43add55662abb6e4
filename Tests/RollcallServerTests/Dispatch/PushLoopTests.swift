import Foundation
import Push
import Rollcall
import RollcallStore
import Synchronization
import Testing

@testable import RollcallServer

@Suite("The loop that hands messages over")
struct PushLoopTests {
  /// An outbox in memory and services that answer what they are told to, when they are told to.
  final class Post: @unchecked Sendable {
    // Guarded by `condition`.
    private let condition = NSCondition()
    private var waiting: [PushJob] = []
    private var held: Set<PushService> = []
    private var isDiskFull = false
    private(set) var underWay: [PushJob.ID] = []
    private var recorded: [PushJob.ID] = []
    private var sent: [PushJob.ID] = []
    private var told: [String] = []

    func put(_ jobs: [PushJob]) { condition.withLock { waiting += jobs } }

    func hold(_ service: PushService) { condition.withLock { _ = held.insert(service) } }

    func release() {
      condition.withLock {
        held = []
        condition.broadcast()
      }
    }

    func fill(_ isFull: Bool) { condition.withLock { isDiskFull = isFull } }

    var loop: PushLoop {
      PushLoop(
        .init(
          due: { limit in self.condition.withLock { Array(self.waiting.prefix(limit)) } },
          wait: { 20 }, send: { self.send($0) }, record: { _, id in try self.record(id) }, tidy: {},
          report: { line in self.note { self.told.append(line) } }))
    }

    private func send(_ job: PushJob) -> PushResult {
      note {
        self.underWay.append(job.id)
        self.sent.append(job.id)
      }
      condition.withLock {
        while held.contains(job.service) { condition.wait() }
        underWay.removeAll { $0 == job.id }
      }
      return .accepted(id: nil)
    }

    private func record(_ id: PushJob.ID) throws {
      try condition.withLock {
        if isDiskFull { throw StoreError.unavailable("full") }
        waiting.removeAll { $0.id == id }
        recorded.append(id)
        condition.broadcast()
      }
    }

    private func note(_ act: @escaping () -> Void) {
      condition.withLock {
        act()
        condition.broadcast()
      }
    }

    /// Waits until something is so, without a limit: a test that hangs has failed.
    private func wait(until isSo: () -> Bool) {
      condition.withLock { while !isSo() { condition.wait() } }
    }

    func waitForRecorded(_ count: Int) { wait { self.recorded.count >= count } }
    func waitForUnderWay(_ count: Int) { wait { self.underWay.count >= count } }
    func waitForTrouble() { wait { !self.told.isEmpty } }

    var all: (sent: [PushJob.ID], recorded: [PushJob.ID], told: [String]) {
      condition.withLock { (sent, recorded, told) }
    }
  }

  private func jobs(_ numbers: ClosedRange<Int64>, _ service: PushService = .expo) -> [PushJob] {
    numbers.map {
      PushJob(
        id: PushJob.ID($0), service: service, token: "x", kind: .test,
        expiresAt: Timestamp(milliseconds: .max))
    }
  }

  @Test("Each message is handed over once, however often it is looked up while it is on its way")
  func once() {
    let post = Post()
    post.put(jobs(1...40))
    post.hold(.expo)
    let loop = post.loop
    loop.start()
    post.waitForUnderWay(4)
    for _ in 1...20 { loop.ring() }
    post.release()
    post.waitForRecorded(40)
    loop.stop()
    #expect(post.all.sent.sorted() == (1...40).map { PushJob.ID($0) })
    #expect(post.all.recorded.count == 40 && post.all.told == [])
  }

  @Test("A service that does not answer holds up nobody else")
  func lanes() {
    let post = Post()
    post.put(jobs(1...30, .fcm) + jobs(31...60, .webhook) + jobs(61...70, .expo))
    post.hold(.fcm)
    post.hold(.webhook)
    let loop = post.loop
    loop.start()
    post.waitForRecorded(10)
    #expect(Set(post.all.recorded) == Set((61...70).map { PushJob.ID($0) }))
    post.release()
    post.waitForRecorded(70)
    loop.stop()
  }

  @Test("What could not be stored is stored later, told once, and not sent again meanwhile")
  func fullDisk() {
    let post = Post()
    post.put(jobs(1...1))
    post.fill(true)
    let loop = post.loop
    loop.start()
    post.waitForTrouble()
    post.fill(false)
    post.waitForRecorded(1)
    loop.stop()
    #expect(post.all.sent == [PushJob.ID(1)] && post.all.told == ["full"])
  }

  @Test("It ends with what is under way, and takes nothing more")
  func ends() {
    let post = Post()
    post.put(jobs(1...100))
    let loop = post.loop
    loop.start()
    post.waitForRecorded(1)
    loop.stop()
    let first = post.all
    #expect(first.sent.count == first.recorded.count)
  }
}

@Suite("What phones are told")
struct PushTextTests {
  private let now = Timestamp(milliseconds: 1_800_000_000_000)

  private func job(_ kind: PushJob.Kind, region: String? = "North") -> PushJob {
    PushJob(
      id: PushJob.ID(7), service: .expo, token: "x", kind: kind, expiresAt: now.advanced(by: 29_400),
      subject: kind == .test
        ? nil
        : .init(
          offer: Offer.ID(3), incident: Incident.ID(12), reference: "INC-12", kind: .incident, region: region,
          distance: 1_249))
  }

  @Test("Which incident, about where, how long: no more")
  func offer() {
    let message = PushText.message(of: job(.offer), link: "https://r.example/a/x", now: now)
    #expect(message.id == "msg_7" && message.type == "assignment.offered")
    #expect(message.title == "Incident INC-12")
    #expect(message.body == "North, 1.2 km away. Answer within 29 s.")
    #expect(message.acceptURL == "https://r.example/a/x" && message.mapURL == nil)
    #expect(message.isUrgent && !message.isSilent && message.expiresAt == now.milliseconds + 29_400)
    #expect(
      message.data.map { "\($0.name)=\($0.value)" } == [
        "type=assignment.offered", "offer_id=3", "incident_id=12", "expires_at=2027-01-15T08:00:29.400Z",
        "kind=incident",
      ])
    #expect(
      PushText.message(of: job(.offer, region: nil), link: nil, now: now).body
        == "1.2 km away. Answer within 29 s.")
  }

  @Test("A withdrawal takes the place of its offer, without a sound; a test says what it is")
  func others() {
    let withdrawn = PushText.message(of: job(.withdrawn), link: nil, now: now)
    let offer = PushText.message(of: job(.offer), link: nil, now: now)
    #expect(withdrawn.collapseKey == offer.collapseKey && !offer.collapseKey.isEmpty)
    #expect(withdrawn.isSilent && !withdrawn.isUrgent && withdrawn.acceptURL == nil)
    #expect(withdrawn.type == "assignment.withdrawn" && withdrawn.body == "The offer is withdrawn.")
    let test = PushText.message(of: job(.test), link: nil, now: now)
    #expect(test.type == "test" && test.data.map(\.value) == ["test"] && test.collapseKey.isEmpty)
  }
}

@Suite("Keys of push messages")
struct PushKeysTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func load(_ file: String, environment: [String: String] = [:]) throws -> Settings {
    var flags = Settings.Flags()
    flags.config = try place.file("rollcall.json", file)
    return try Settings.load(flags, environment: environment)
  }

  @Test("Each key reaches the sender; several secrets for a rotation come with commas")
  func keys() throws {
    let secrets = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz,whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4"
    let settings = try load(
      #"""
      {"database":"d","push_expo_url":"http://127.0.0.1:1/","push_fcm_url":"http://127.0.0.1:2",
       "push_ntfy_url":"https://ntfy.example.org","push_ntfy_token":"tk_a","push_allow_private_networks":true,
       "public_url":"https://rollcall.example.org/"}
      """#,
      environment: [
        "ROLLCALL_PUSH_WEBHOOK_SECRET": secrets, "ROLLCALL_PUSH_EXPO_ACCESS_TOKEN": "secret",
        "ROLLCALL_PUSH_NTFY_TOKEN": "tk_b",
      ])
    let push = try settings.push.settings()
    #expect(push.expoURL == "http://127.0.0.1:1" && push.fcmURL == "http://127.0.0.1:2")
    #expect(push.ntfyURL == "https://ntfy.example.org" && push.ntfyToken == "tk_b")
    #expect(push.webhookSecrets.count == 2 && push.expoAccessToken == "secret")
    #expect(push.allowsPrivateNetworks && push.fcm == nil)
    #expect(settings.push.publicURL == "https://rollcall.example.org")
  }

  @Test("Without any key messages go to Expo and ntfy as they are on the Internet, without a link")
  func defaults() throws {
    let settings = try load(#"{"database":"d"}"#)
    #expect(settings.push == PushKeys())
    #expect(try settings.push.settings().expoURL == "https://exp.host")
  }

  @Test(
    "What cannot be used is refused in words, and no secret is told",
    arguments: [
      (#""push_expo_url":"expo""#, "push_expo_url: an http or https address"),
      (#""public_url":"https://a/?x""#, "public_url: an http or https address"),
      (#""push_webhook_secret":["geheim"]"#, "push_webhook_secret: whsec_"),
      (
        #""push_fcm_service_account":"/nowhere/a.json""#,
        "push_fcm_service_account: /nowhere/a.json: there is no"
      ),
      (#""push_allow_private_networks":"perhaps""#, "push_allow_private_networks must be true or false"),
      (#""push_expo_token":"x""#, "unknown key \"push_expo_token\""),
    ])
  func refused(member: String, words: String) throws {
    let error = #expect(throws: SettingsError.self) { try load(#"{"database":"d",\#(member)}"#) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("geheim") != true)
  }

  @Test("A service account that is none is refused without its content")
  func account() throws {
    let file = try place.file("account.json", #"{"project_id":"p","private_key":"geheim"}"#)
    let error = #expect(throws: SettingsError.self) {
      try load(#"{"database":"d","push_fcm_service_account":"\#(file)"}"#)
    }
    #expect(
      error?.description.contains("client_email") == true && error?.description.contains("geheim") == false)
  }
}
