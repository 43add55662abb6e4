import Push
import Rollcall
import RollcallStore
import Testing

@testable import RollcallServer

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
