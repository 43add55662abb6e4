public import Rollcall
public import RollcallStore

/// An offer. It is shown on a locked screen and passes other people's servers: it names the incident, its
/// rough place and the time to answer; no notes, no coordinates, no names. A drill is marked as one.
struct OfferText: TextMessage {
  static let template = "Messages/Offer"

  var isDrill: Bool
  var isOrder: Bool
  /// The number of a drill.
  var number: String
  /// The incident's reference, as people use it.
  var reference: String
  /// The region of the place; `nil` = none is known.
  var region: String?
  /// How far it is, to the tenth.
  var kilometres: String
  /// How long there is to answer.
  var left: String

  init(_ subject: PushJob.Subject, left: Milliseconds) {
    isDrill = subject.isDrill
    isOrder = subject.kind == .order
    number = "\(subject.incident.rawValue)"
    reference = subject.reference
    region = subject.region
    let tenths = Int64(exactly: (subject.distance / 100).rounded()) ?? 0
    kilometres = "\(tenths / 10).\(tenths % 10)"
    self.left = Words.remaining(left)
  }
}

/// An offer that has ended.
struct WithdrawalText: TextMessage {
  static let template = "Messages/Withdrawal"

  var isDrill: Bool
  var isOrder: Bool
  /// The number of a drill.
  var number: String
  /// The incident's reference, as people use it.
  var reference: String

  init(_ subject: PushJob.Subject) {
    isDrill = subject.isDrill
    isOrder = subject.kind == .order
    number = "\(subject.incident.rawValue)"
    reference = subject.reference
  }
}

/// An incident that was changed, to those who are asked or have it.
struct ChangeText: TextMessage {
  static let template = "Messages/Change"

  var isOrder: Bool
  /// The incident's reference, as people use it.
  var reference: String
  /// Whether a link follows; else there is an app.
  var isText: Bool

  init(_ subject: PushJob.Subject, by service: PushService) {
    (isOrder, reference, isText) = (subject.kind == .order, subject.reference, service == .sms)
  }
}

/// A test of a phone.
struct PhoneTestText: TextMessage {
  static let template = "Messages/PhoneTest"
}

/// A code for a login, by SMS.
struct LoginCodeText: TextMessage {
  static let template = "Messages/LoginCode"

  var code: String
  var workspace: String
}

extension MessageTexts {
  /// The text that a phone shows for a message at an instant.
  public func text(of job: PushJob, at now: Timestamp) -> MessageText {
    switch (job.kind, job.subject) {
    case (.offer, let subject?):
      text(of: OfferText(subject, left: job.expiresAt.since(now)))
    case (.withdrawn, let subject?): text(of: WithdrawalText(subject))
    case (.changed, let subject?): text(of: ChangeText(subject, by: job.service))
    default: text(of: PhoneTestText())
    }
  }

  /// The text of a message with a code.
  public func text(of message: OTPMessage) -> String {
    text(of: LoginCodeText(code: message.code, workspace: message.workspace)).title
  }
}
