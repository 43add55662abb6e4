import Foundation
import Testing

@testable import RollcallWeb

/// Where pages are written for the tests in a browser, and for looking at them while they are made.
enum Previews {
  /// `nil` = nobody wants them.
  static let folder = ProcessInfo.processInfo.environment["ROLLCALL_PAGES"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// Writes each page as `NAME.html`, and the part of it that an open page fetches again as `NAME-fragment.html`.
  static func write(_ pages: [(name: String, page: any Page)]) throws {
    let renderer = try Console.renderer()
    for (name, page) in pages {
      try write(renderer.render(page), as: name)
      try write(renderer.renderFragment(page), as: name + "-fragment")
    }
  }

  /// Writes one page.
  static func write(_ html: [UInt8], as name: String) throws {
    let folder = try #require(folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(html).write(to: folder.appendingPathComponent(name + ".html"))
  }
}
