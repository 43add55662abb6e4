import QRCode
import Rollcall
import RollcallWire

/// A code that a camera reads, as a drawing inside the page.
public struct CodeDrawing: PagePart {
  /// The drawing's own coordinates.
  public var box: String
  /// The light square.
  public var ground: String
  /// The dark parts.
  public var path: String
  /// What it is, for whoever cannot see it.
  public var label: String

  /// The drawing of a text; `nil` when the text is too long.
  init?(_ text: String, label: String) {
    guard let code = QRCode(text) else { return nil }
    (box, ground) = ("0 0 \(code.side) \(code.side)", "M0 0h\(code.side)v\(code.side)H0z")
    (path, self.label) = (code.path, label)
  }

  private init() {
    (box, ground, path, label) = ("0 0 29 29", "M0 0h29v29H0z", "M4 4h7v7h-7z", "The code to scan")
  }

  /// An example with every kind of content.
  public static let sample =
    CodeDrawing("https://rollcall.example.org/", label: "The code to scan") ?? CodeDrawing()
}

/// A field of an app's settings, to be typed by hand.
public struct EntryLine: PagePart {
  /// What the app calls it.
  public var label: String
  /// What belongs into it.
  public var value: String

  /// An example with every kind of content.
  public static let sample = EntryLine(label: "URL", value: "https://rollcall.example.org/ingest/owntracks")
}

/// Advice for one kind of phone.
public struct AdvicePart: PagePart {
  /// `Android`, or what to do.
  public var title: String
  /// What to do, in order.
  public var steps: [TextLine]

  /// One piece of advice.
  init(_ advice: PhoneAdvice) {
    title = advice.title
    steps = advice.steps.map(TextLine.init)
  }

  /// An example with every kind of content.
  public static let sample = AdvicePart(PhoneMaker.samsung.advice)
}

/// Advice by the system of the phone.
public struct SystemAdvice: PagePart {
  /// `Android`
  public var system: String
  /// What to do there.
  public var advice: [AdvicePart]
  /// What to do beside that on phones of some makers.
  public var makers: [AdvicePart]
  /// Whether there is none for another system: then it is unfolded.
  public var isOnly = false

  /// The advice for a system.
  init(_ system: PhoneApp.System, _ advice: [PhoneAdvice]) {
    self.system = system.name
    self.advice = advice.map(AdvicePart.init)
    makers = system == .android ? PhoneMaker.allCases.map { AdvicePart($0.advice) } : []
  }

  /// An example with every kind of content.
  public static let sample = SystemAdvice(.android, PhoneAdvice.toAllow(on: .android))
}

/// A line of text in a list.
public struct TextLine: PagePart {
  /// What is read.
  public var text: String

  init(_ text: String) { self.text = text }

  /// An example with every kind of content.
  public static let sample = TextLine("Install OwnTracks and open it once.")
}

/// How an app is set up for somebody: shown once, when its secret is made.
public struct ConnectCode: PagePart {
  /// `OwnTracks`
  public var app: String
  /// What to do, three lines.
  public var steps: [TextLine]
  /// What else is good to know; may be empty.
  public var hint: String
  /// Where to get the app.
  public var stores: [Link]
  /// The code; absent for what is set up in code.
  public var drawing: CodeDrawing?
  /// What the app opens; empty when it opens nothing.
  public var link: String
  /// The page with the same for the phone's own browser; empty for code.
  public var page: String
  /// The file that the app opens; absent when it reads none.
  public var file: Link?
  /// The same by hand.
  public var entries: [EntryLine]
  /// What goes into code; empty for what is set up on the phone.
  public var code: String
  /// What the phone must allow.
  public var allow: [SystemAdvice]
  /// Whether there is something to allow.
  public var hasAllow: Bool

  /// The words for an app.
  init(_ app: PhoneApp, _ enrolment: PhoneEnrolment) {
    self.app = app.name
    steps = app.steps.map(TextLine.init)
    hint = app.hint
    stores = app.stores.map { Link(label: $0.name, href: $0.address) }
    drawing = app.isCode ? nil : CodeDrawing(enrolment.scanned, label: "The code that sets up \(app.name)")
    link = enrolment.link ?? ""
    page = app.isCode ? "" : enrolment.page
    file = enrolment.file.map { Link(label: $0.name, href: "\(enrolment.page)/\($0.name)") }
    entries = enrolment.entries.map { EntryLine(label: $0.label, value: $0.value) }
    code = enrolment.code ?? ""
    allow = app == .script ? [] : app.systems.map { SystemAdvice($0, PhoneAdvice.toAllow(on: $0)) }
    hasAllow = !allow.isEmpty
  }

  /// An example with every kind of content.
  public static let sample: ConnectCode = {
    var code = example(.owntracks)
    code.code = example(.script).code
    return code
  }()

  /// The example of an app.
  static func example(_ app: PhoneApp) -> ConnectCode {
    ConnectCode(
      app,
      PhoneEnrolment(
        app, server: "https://rollcall.example.org", secret: "2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM",
        intervals: ReportIntervals(onDuty: 60, onMission: 15)))
  }
}
