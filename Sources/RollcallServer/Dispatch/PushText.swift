import Push
import Rollcall
import RollcallStore

/// What phones are told. It stands on a locked screen and passes other people's servers: which incident, about where
/// and how long there is to answer; no notes, no coordinates, nobody's name. A drill says that it is one.
enum PushText {
  /// The message of a job.
  ///
  /// - Parameter link: the page by which the offer can be answered.
  static func message(of job: PushJob, link: String?, now: Timestamp) -> PushMessage {
    var message = PushMessage(
      // The same at every attempt, so that whoever gets it twice can tell.
      id: "msg_\(job.id.rawValue)", type: type(job.kind), title: "Rollcall", body: "",
      expiresAt: job.expiresAt.milliseconds)
    switch (job.kind, job.subject) {
    case (.offer, let subject?):
      message.title = title(subject)
      message.body = ([area(subject)] + ["Answer within \(seconds(until: job.expiresAt, now)) s."])
        .joined(separator: ". ")
      message.acceptURL = link
      message.isUrgent = true
    case (.withdrawn, let subject?):
      message.title = title(subject)
      message.body = subject.isDrill ? "The drill is over." : "The offer is withdrawn."
      message.isSilent = true
    default: message.body = "A test message: this phone can be woken."
    }
    if let subject = job.subject {
      message.collapseKey = "offer-\(subject.offer.rawValue)"
      message.data = data(of: subject, job)
    } else {
      message.data = [("type", message.type)]
    }
    return message
  }

  private static func type(_ kind: PushJob.Kind) -> String {
    switch kind {
    case .offer: "assignment.offered"
    case .withdrawn: "assignment.withdrawn"
    case .test: "test"
    }
  }

  private static func title(_ subject: PushJob.Subject) -> String {
    if subject.isDrill { return "Drill \(subject.incident.rawValue)" }
    return "\(subject.kind == .order ? "Order" : "Incident") \(subject.reference)"
  }

  /// About where: the region, if there is one, and how far it is, to the tenth of a kilometre.
  private static func area(_ subject: PushJob.Subject) -> String {
    if subject.isDrill { return "Nobody has to go anywhere" }
    let tenths = Int64(exactly: (subject.distance / 100).rounded()) ?? 0
    let distance = "\(tenths / 10).\(tenths % 10) km away"
    return subject.region.map { "\($0), \(distance)" } ?? distance
  }

  private static func seconds(until instant: Timestamp, _ now: Timestamp) -> Int64 {
    max(1, instant.since(now) / 1_000)
  }

  private static func data(of subject: PushJob.Subject, _ job: PushJob) -> [(name: String, value: String)] {
    [
      ("type", type(job.kind)), ("offer_id", "\(subject.offer.rawValue)"),
      ("incident_id", "\(subject.incident.rawValue)"), ("expires_at", job.expiresAt.rfc3339),
      ("kind", subject.kind.rawValue),
    ] + (subject.isDrill ? [("drill", "true")] : [])
  }
}
