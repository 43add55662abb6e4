import Push
import Rollcall
import RollcallStore
import RollcallWeb
import Testing

@testable import RollcallServer

@Suite("What phones are sent")
struct PhoneMessageTests {
  private let now = Timestamp(milliseconds: 1_800_000_000_000)
  private let texts: MessageTexts

  init() throws { texts = try MessageTexts(directory: Places.ofTests.templates) }

  private func message(_ kind: PushJob.Kind, link: String? = nil) -> PushMessage {
    let job = PushJob(
      id: PushJob.ID(7), service: .expo, token: "x", kind: kind, expiresAt: now.advanced(by: 29_400),
      subject: kind == .test
        ? nil
        : .init(
          offer: Offer.ID(3), incident: Incident.ID(12), reference: "INC-12", kind: .incident,
          region: "North", distance: 1_249))
    return PhoneMessage.of(job, texts.text(of: job, at: now), link: link)
  }

  @Test("An offer wakes the phone, has its link, and says no more than it must")
  func offer() {
    let message = message(.offer, link: "https://r.example/a/x")
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
  }

  @Test("A withdrawal takes the place of its offer, without a sound; a test says what it is")
  func others() {
    let (withdrawn, offer) = (message(.withdrawn, link: "x"), message(.offer))
    #expect(withdrawn.collapseKey == offer.collapseKey && !offer.collapseKey.isEmpty)
    #expect(withdrawn.isSilent && !withdrawn.isUrgent && withdrawn.acceptURL == nil)
    #expect(withdrawn.type == "assignment.withdrawn")
    let test = message(.test, link: "x")
    #expect(test.type == "test" && test.data.map(\.value) == ["test"] && test.collapseKey.isEmpty)
    #expect(!test.isUrgent && !test.isSilent && test.acceptURL == nil)
  }
}
