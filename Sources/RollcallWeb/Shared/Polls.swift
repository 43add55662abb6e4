import HTTPServer
import HTTPTypes
import RollcallStore
import Synchronization

/// Which version a polled page had when it was made of certain facts: while the facts are the same, so is the page, and
/// a browser that has it is told so before it is made again.
final class Polls: Sendable {
  private let versions = Mutex<[String: String]>([:])
  private let count = Atomic<UInt64>(0)
  private static let limit = 1_000

  /// How many pages were made for polls.
  var made: UInt64 { count.load(ordering: .relaxed) }

  /// The version of the page that was made of these facts; `nil` = none is remembered.
  func version(of facts: String) -> String? { versions.withLock { $0[facts] } }

  /// A page was made for a poll.
  func noteMade() { count.add(1, ordering: .relaxed) }

  /// A page that was made of these facts has this version.
  func note(_ version: String, of facts: String) {
    versions.withLock { all in
      if all.count >= Self.limit { all.removeAll(keepingCapacity: true) }
      all[facts] = version
    }
  }
}

extension Web {
  /// A page that keeps itself up to date: the whole of it, or the part that differs from what the browser has. It is not
  /// made when the browser has this version of it.
  func polled<Made: Page>(
    version: String, _ request: Request, _ make: () throws(StoreError) -> Made
  ) throws(StoreError) -> Response {
    guard request.query["fragment"] != nil else { return html(pages.render(try make())) }
    let tag = ETag(version: version)
    guard !tag.isHeld(by: request) else { return html([]).tagged(tag, for: request) }
    polls.noteMade()
    return html(pages.renderFragment(try make())).tagged(tag, for: request)
  }

  /// The same of a page whose version is known only once it is made: it is not made as long as `facts`, which tell
  /// everything that it is made of, are those of the version that the browser has.
  func polled<Made: Page>(
    of facts: ContentHash, _ request: Request, version: (Made) -> String,
    _ make: () throws(StoreError) -> Made
  ) throws(StoreError) -> Response {
    guard request.query["fragment"] != nil else { return html(pages.render(try make())) }
    let tag = polls.version(of: facts.text).map { ETag(version: $0) }
    if let tag, tag.isHeld(by: request) { return html([]).tagged(tag, for: request) }
    polls.noteMade()
    let page = try make()
    polls.note(version(page), of: facts.text)
    return polled(page, version: version(page), request)
  }

  /// A page that keeps itself up to date: the whole of it, or the part that differs from what the browser has.
  func polled(_ page: some Page, version: String, _ request: Request) -> Response {
    guard request.query["fragment"] != nil else { return html(pages.render(page)) }
    let tag = ETag(version: version)
    guard !tag.isHeld(by: request) else { return html([]).tagged(tag, for: request) }
    return html(pages.renderFragment(page)).tagged(tag, for: request)
  }
}
