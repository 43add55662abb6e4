import Mustache

/// A message for people: one line, and the text below it.
public struct MessageText: Equatable, Sendable {
  /// One line.
  public let title: String
  /// The lines below; may be empty.
  public let body: String

  /// The first line of a template's output is the title.
  init(_ text: String) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
    title = String(text[..<end])
    var rest = text.utf8[end...].dropFirst()
    while rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
    body = String(Substring(rest))
  }

  private init(title: String, body: String) { (self.title, self.body) = (title, body) }

  /// The same with one more line.
  func adding(_ line: String) -> MessageText {
    MessageText(title: title, body: body.utf8.isEmpty ? line : "\(body)\n\(line)")
  }
}

/// A message to people: a struct of ready-to-print strings, and a template of the same name.
protocol TextMessage: PagePart {
  /// The template's path under `Templates/` without extension, e.g. `Messages/Offer`.
  static var template: String { get }
}

/// Turns messages into text. All templates are read and checked when it is made, like those of pages.
public final class MessageTexts: Sendable {
  /// Every message, by its type. A template that none of them uses is refused at start.
  static let all: [any TextMessage.Type] = [
    OfferText.self, WithdrawalText.self, ChangeText.self, PhoneTestText.self, AlertText.self,
    EscalationText.self, AlertSumText.self, ReportMadeText.self, IncidentNewsText.self, ChannelTestText.self,
    LoginCodeText.self, StatementMailText.self,
  ]

  private let library: MustacheLibrary

  /// Reads the messages' templates below `directory`.
  ///
  /// - Throws: `TemplateError` when a message has no template, a template no message, or a tag nothing to print.
  public init(directory: String) throws {
    let files = try TemplateFiles(directory: directory).messages
    library = try files.library(PlainLine(), named: PlainLine.name)
    var check = TemplateCheck(tags: try files.tags())
    for message in Self.all {
      let context = PageContext(of: try ExampleDecoder.example(of: message), assets: Fields([:]))
      try check.check(message.template, with: context.fields)
    }
    try check.checkAllReached()
  }

  func text(of message: some TextMessage) -> MessageText {
    let context = PageContext(of: message, assets: Fields([:]))
    return MessageText(library.render(context.fields, withTemplate: type(of: message).template) ?? "")
  }
}

/// Text without escapes. A value is one line: it cannot look like a line of ours.
struct PlainLine: MustacheContentType {
  /// The name under which templates ask for it.
  static let name = "LINE"

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }
}
