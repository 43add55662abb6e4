import Foundation
import Testing

@testable import RollcallWeb

/// The console as it is in the source tree, for tests.
enum Console {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func assets() throws -> Assets {
    try Assets(directory: root.appendingPathComponent("Public").path)
  }

  private static let shared = Result {
    try PageRenderer(directory: root.appendingPathComponent("Templates").path, assets: assets())
  }

  /// All templates, read and checked once for all tests.
  static func renderer() throws -> PageRenderer { try shared.get() }

  static func html(_ page: some Page) throws -> String {
    String(decoding: try renderer().render(page), as: UTF8.self)
  }

  static func fragment(_ page: some Page) throws -> String {
    String(decoding: try renderer().renderFragment(page), as: UTF8.self)
  }

  static func publicFile(_ name: String) throws -> String {
    try String(
      contentsOf: root.appendingPathComponent("Public").appendingPathComponent(name), encoding: .utf8)
  }

  /// Every opening tag of `html`, as written.
  static func tags(_ name: String, in html: String) -> [String] {
    html.split(separator: "<").filter { $0.hasPrefix(name + " ") || $0.hasPrefix(name + ">") }
      .map { "<" + ($0.split(separator: ">", omittingEmptySubsequences: false).first ?? "") + ">" }
  }

  /// Whether a tag stands inside a label that has words.
  static func isInsideLabel(_ tag: String, of html: String) -> Bool {
    guard let found = html.range(of: tag),
      let label = html[..<found.lowerBound].range(of: "<label", options: .backwards)
    else { return false }
    return !html[label.upperBound..<found.lowerBound].contains("</label>")
  }

  /// The value of an attribute of an opening tag.
  static func attribute(_ name: String, of tag: String) -> String? {
    let parts = tag.components(separatedBy: " \(name)=\"")
    guard parts.count > 1 else { return nil }
    return parts[1].components(separatedBy: "\"").first
  }
}

/// A directory of templates that exists for one test.
final class TemplateFolder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("templates-\(UUID().uuidString)")
    for (name, text) in files {
      let file = url.appendingPathComponent(name + ".mustache")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// What the check at start says about a console of these pages; `nil` when it accepts them.
  func refusal(_ pages: [any Page.Type]) throws -> TemplateError? {
    do {
      _ = try PageRenderer(directory: url.path, assets: Console.assets(), pages: pages)
      return nil
    } catch let error as TemplateError { return error }
  }
}
