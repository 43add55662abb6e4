import Foundation
import Mustache

/// The templates of a directory, read once.
struct TemplateFiles {
  /// Text by name, without the indentation of lines.
  private(set) var texts: [String: String] = [:]

  /// Reads every `*.mustache` under `directory`; a template's name is its path without extension.
  init(directory: String) throws {
    let root = URL(fileURLWithPath: directory).resolvingSymlinksInPath()
    guard let files = FileManager.default.enumerator(atPath: root.path) else {
      throw TemplateError(directory, "there is no such directory")
    }
    for case let path as String in files where path.hasSuffix(Self.suffix) {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      texts[String(path.dropLast(Self.suffix.count))] = Self.withoutIndentation(text)
    }
    guard !texts.isEmpty else { throw TemplateError(directory, "there are no templates in this directory") }
  }

  /// The folder of the messages, which are plain text.
  private static let messageFolder = "Messages/"

  /// The templates of messages alone.
  var messages: TemplateFiles { TemplateFiles(texts: texts.filter { $0.key.hasPrefix(Self.messageFolder) }) }

  /// The templates of pages alone.
  var pages: TemplateFiles { TemplateFiles(texts: texts.filter { !$0.key.hasPrefix(Self.messageFolder) }) }

  private init(texts: [String: String]) { self.texts = texts }

  private static let suffix = ".mustache"

  /// A partial would repeat the indentation of its tag on every line: slow, and browsers ignore it.
  private static func withoutIndentation(_ text: String) -> String {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let trimmed = lines.map { line in
      String(decoding: line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
    }
    return trimmed.joined(separator: "\n")
  }

  /// The templates ready for rendering.
  ///
  /// Each file begins with the pragma of its escaper: a partial does not inherit that of its includer.
  func library(
    _ escaper: any MustacheContentType = ScalarHTML(), named escaperName: String = ScalarHTML.name
  ) throws -> MustacheLibrary {
    MustacheContentTypes.register(escaper, named: escaperName)
    var library = MustacheLibrary()
    for (name, text) in texts {
      do {
        try library.register("{{% CONTENT_TYPE:\(escaperName)}}" + text, named: name)
      } catch let error as MustacheTemplate.ParserError {
        throw TemplateError(name, line: error.context.lineNumber, "\(error.error)")
      }
    }
    return library
  }

  /// The tags of every template.
  func tags() throws(TemplateError) -> [String: TemplateTags] {
    var tags: [String: TemplateTags] = [:]
    for (name, text) in texts { tags[name] = try TemplateTags(of: text, named: name) }
    return tags
  }
}
