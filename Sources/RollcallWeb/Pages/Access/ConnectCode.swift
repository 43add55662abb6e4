import QRCode
import Rollcall
import RollcallWire

/// A code that a camera reads, as a drawing inside the page.
struct CodeDrawing: PagePart {
  var box: String
  var ground, path: String
  /// Its description, for readers who cannot see it.
  var label: String
}

extension CodeDrawing {
  /// The drawing of a text; `nil` when the text is too long.
  init?(_ text: String, label: String) {
    guard let code = QRCode(text) else { return nil }
    self.init(
      box: "0 0 \(code.side) \(code.side)", ground: "M0 0h\(code.side)v\(code.side)H0z", path: code.path,
      label: label)
  }
}

/// A field of an app's settings, to be typed by hand: the app's name for it, and its value.
struct EntryLine: PagePart {
  var label, value: String
}

/// Advice for one kind of phone: the steps in order.
struct AdvicePart: PagePart {
  var title: String
  var steps: [TextLine]

  init(_ advice: PhoneAdvice) { (title, steps) = (advice.title, advice.steps.map(TextLine.init)) }
}

/// Advice by the system of the phone.
struct SystemAdvice: PagePart {
  /// `Android`
  var system: String
  /// The steps there, and further ones on phones of some makers.
  var advice, makers: [AdvicePart]
  /// Whether there is no advice for other systems: then it is unfolded.
  var isOnly = false

  init(_ system: PhoneApp.System, _ advice: [PhoneAdvice]) {
    (self.system, self.advice) = (system.name, advice.map(AdvicePart.init))
    makers = system == .android ? PhoneMaker.allCases.map { AdvicePart($0.advice) } : []
  }
}

/// The set-up of an app for a person: shown once, when its secret is made.
struct ConnectCode: PagePart {
  /// `OwnTracks`
  var app: String
  var steps: [TextLine]
  /// A further hint; may be empty.
  var hint: String
  var stores: [Link]
  /// The drawn code; absent for apps set up without one.
  var drawing: CodeDrawing?
  /// The link for the app; empty when it opens none.
  var link: String
  /// The same page for the phone's own browser; empty for apps set up by code.
  var page: String
  /// The file that the app opens; absent when it reads none.
  var file: Link?
  var entries: [EntryLine]
  /// The content of the code; empty for apps set up by hand.
  var code: String
  var allow: [SystemAdvice]
}

extension ConnectCode {
  init(_ app: PhoneApp, _ enrolment: PhoneEnrolment) {
    self.init(
      app: app.name, steps: app.steps.map(TextLine.init), hint: app.hint,
      stores: app.stores.map { Link(label: $0.name, href: $0.address) },
      drawing: app.isCode ? nil : CodeDrawing(enrolment.scanned, label: Words.Connect.codeSetsUp(app.name)),
      link: enrolment.link ?? "", page: app.isCode ? "" : enrolment.page,
      file: enrolment.file.map { Link(label: $0.name, href: "\(enrolment.page)/\($0.name)") },
      entries: enrolment.entries.map { EntryLine(label: $0.label, value: $0.value) },
      code: enrolment.code ?? "",
      allow: app == .script ? [] : app.systems.map { SystemAdvice($0, PhoneAdvice.toAllow(on: $0)) })
  }
}
