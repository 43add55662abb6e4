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
    message.collapseKey = "\(job.kind == .changed ? "change" : "offer")-\(subject.offer.rawValue)"
    message.acceptURL = job.kind == .offer ? link : nil
    message.isUrgent = job.kind == .offer || job.kind == .changed
    message.isSilent = job.kind == .withdrawn
    return message
  }

  static func data(_ job: PushJob) -> [(name: String, value: String)] {
    guard let subject = job.subject else { return [("type", type(job.kind))] }
    return [
      ("type", type(job.kind)), ("offer_id", "\(subject.offer.rawValue)"),
      ("incident_id", "\(subject.incident.rawValue)"), ("expires_at", job.expiresAt.rfc3339),
      ("kind", subject.kind.rawValue),
    ] + (subject.isDrill ? [("drill", "true")] : [])
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
