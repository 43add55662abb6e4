import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// A phone's message: its text, and the data for the app.
enum PhoneMessage {
  /// The message of a job.
  ///
  /// - Parameter link: the page by which the offer can be answered.
  static func of(_ job: PushJob, _ text: MessageText, link: String?) -> PushMessage {
    var message = PushMessage(
      // The same at every attempt, so that a repetition can be detected.
      id: "msg_\(job.id.rawValue)", type: type(job.kind), title: text.title, body: text.body, data: data(job),
      expiresAt: job.expiresAt.milliseconds)
    guard let subject = job.subject else { return message }
    // A change must not take the place of the offer, whose message can be answered.
    message.collapseKey = collapseKey(job.kind, subject)
    message.acceptURL = job.kind == .offer ? link : nil
    message.isUrgent = job.kind == .offer || job.kind == .changed
    message.isSilent = job.kind == .withdrawn
    return message
  }

  static func data(_ job: PushJob) -> [(name: String, value: String)] {
    guard let subject = job.subject else { return [("type", type(job.kind))] }
    var data = [("type", type(job.kind))]
    if let offer = subject.offer { data.append(("offer_id", "\(offer.rawValue)")) }
    data += [
      ("incident_id", "\(subject.incident.rawValue)"), ("expires_at", job.expiresAt.rfc3339),
      ("kind", subject.kind.rawValue),
    ]
    if subject.isDrill { data.append(("drill", "true")) }
    return data
  }

  private static func collapseKey(_ kind: PushJob.Kind, _ subject: PushJob.Subject) -> String {
    let prefix = kind == .changed ? "change" : "offer"
    return subject.offer.map { "\(prefix)-\($0.rawValue)" }
      ?? "\(prefix)-incident-\(subject.incident.rawValue)"
  }

  private static func type(_ kind: PushJob.Kind) -> String {
    switch kind {
    case .offer: "assignment.offered"
    case .withdrawn: "assignment.withdrawn"
    case .changed: "assignment.changed"
    case .test: "test"
    }
  }
}
