import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Synchronization

/// Remembers the version of a polled page by the facts that it was made of. While the facts are the same, so
/// is the page, and a browser that has it gets told so before it is made again.
final class Polls: Sendable {
  /// The people of the boards that programs ask for again and again.
  let boardLines = BoardLines()
  /// What the menus of workspaces show.
  let uses = KnownUses()
  private let versions = Mutex<[String: String]>([:])
  private let holds = Mutex<[String: Hold]>([:])
  private let numbers = Mutex<[Workspace.ID: (facts: String, edition: Int)]>([:])
  private let count = Atomic<UInt64>(0)
  private let heldCount = Atomic<UInt64>(0)
  private static let limit = 1_000

  /// The facts of a page that hold for a while.
  private struct Hold {
    let mark: BoardMark
    let facts: ContentHash
    let from, until: Timestamp
  }

  /// The facts of a board as a reader asked for it, if neither a commit nor the time has changed them since.
  func heldFacts(of reading: ContentHash, _ mark: BoardMark?, at now: Timestamp) -> ContentHash? {
    guard let mark else { return nil }
    return holds.withLock { all in
      guard let hold = all[reading.text], hold.mark == mark, hold.from <= now, now < hold.until else {
        return nil
      }
      return hold.facts
    }
  }

  /// Records that the facts hold from one instant until another, not included, while the mark is the same.
  func hold(
    _ facts: ContentHash, of reading: ContentHash, _ mark: BoardMark?, from: Timestamp, until: Timestamp
  ) {
    guard let mark, from < until else { return }
    holds.withLock { all in
      if all.count >= Self.limit { all.removeAll(keepingCapacity: true) }
      all[reading.text] = Hold(mark: mark, facts: facts, from: from, until: until)
    }
  }

  /// Which edition of a workspace's telephone numbers a page shows, from 1: another one than before when they differ
  /// from those of the last page. It tells nothing of the numbers themselves.
  func edition(ofNumbers facts: ContentHash, in workspace: Workspace.ID) -> Int {
    numbers.withLock { all in
      let last = all[workspace]
      guard last?.facts != facts.text else { return last?.edition ?? 1 }
      let edition = (last?.edition ?? 0) + 1
      all[workspace] = (facts.text, edition)
      return edition
    }
  }

  /// How many pages were made for web.polls.
  var made: UInt64 { count.load(ordering: .relaxed) }

  /// How many polls of boards were answered without looking at any person.
  var held: UInt64 { heldCount.load(ordering: .relaxed) }

  /// A poll was answered so.
  func noteHeld() { heldCount.add(1, ordering: .relaxed) }

  /// The version of the page made of these facts; `nil` = not remembered.
  func version(of facts: String) -> String? { versions.withLock { $0[facts] } }

  /// A page was made for a poll.
  func noteMade() { count.add(1, ordering: .relaxed) }

  /// Records the version of the page made of these facts.
  func record(_ version: String, of facts: String) {
    versions.withLock { all in
      if all.count >= Self.limit { all.removeAll(keepingCapacity: true) }
      all[facts] = version
    }
  }
}

/// Pages that keep themselves up to date.
struct LiveWeb: WebPart {
  let web: Web
}

extension Web {
  var live: LiveWeb { LiveWeb(web: self) }
}

extension LiveWeb {
  /// A page that updates itself: the whole page, or the part that differs from the browser's. It is not made
  /// when the browser has this version.
  func polled<Made: Page>(
    version: String, _ request: Request, _ make: () throws(StoreError) -> Made
  ) throws(StoreError) -> Response {
    guard request.query["fragment"] != nil else { return web.html(pages.render(try make())) }
    let tag = ETag(version: version)
    guard !tag.isHeld(by: request) else { return web.html([]).tagged(tag, for: request) }
    web.polls.noteMade()
    return web.html(pages.renderFragment(try make())).tagged(tag, for: request)
  }

  /// The same for a page whose version is known only once it is made: it is not made while `facts`, which
  /// cover everything it is made of, are those of the browser's version.
  func polled<Made: Page>(
    of facts: ContentHash, _ request: Request, version: (Made) -> String,
    _ make: () throws(StoreError) -> Made
  ) throws(StoreError) -> Response {
    guard request.query["fragment"] != nil else { return web.html(pages.render(try make())) }
    if let same = unchanged(facts, request) { return same }
    web.polls.noteMade()
    let page = try make()
    let found = version(page)
    web.polls.record(found, of: facts.text)
    let made = ETag(version: found)
    guard !made.isHeld(by: request) else { return web.html([]).tagged(made, for: request) }
    return web.html(pages.renderFragment(page)).tagged(made, for: request)
  }

  /// The answer to a poll whose browser has the page made of these facts; `nil` = it must be made.
  func unchanged(_ facts: ContentHash, _ request: Request) -> Response? {
    guard let version = web.polls.version(of: facts.text) else { return nil }
    let tag = ETag(version: version)
    return tag.isHeld(by: request) ? web.html([]).tagged(tag, for: request) : nil
  }

  /// The common facts of a page's version: the request, the reader, changes that concern more than one
  /// person, and the minute, the finest step in which time alone changes a page. The facts of its subject are
  /// added.
  func facts(_ asked: ConsoleRequest, at now: Timestamp) -> ContentHash {
    var facts = facts(asked.request, in: asked.visitor.workspace, at: now)
    facts.add(asked.visitor)
    return facts
  }

  /// The same for a page without a visitor of the console.
  func facts(_ request: Request, in workspace: Workspace, at now: Timestamp) -> ContentHash {
    var facts = ContentHash()
    for text in [
      request.target, "\(workspace.id.rawValue)", workspace.name, workspace.timeZone,
      "\(workspace.retentionDays)", "\(store.changes.common)", "\(now.milliseconds / 60_000)",
    ] { facts.add(text) }
    return facts
  }

  /// Adds all that a page may show of a person at `now`: their changes by commits, and those by time alone.
  func add(_ person: BoardEntry, to facts: inout ContentHash, at now: Timestamp) {
    let live = person.live.settled(at: store.liveness.vouched(at: now))
    for text in [
      "\(person.id.rawValue)", "\(person.version)", "\(store.changes.count(of: person.id))",
      live.status.rawValue, "\(live.since.milliseconds)", live.reason, "\(person.isFlapping(at: now))",
      "\(person.fixAt?.milliseconds ?? -1)",
      "\(person.errand(at: now).map { $0.offer?.rawValue ?? -$0.incident.rawValue } ?? -1)",
    ] { facts.add(text) }
  }
}

extension ContentHash {
  /// Adds the reader of a page.
  mutating func add(_ visitor: Visitor) {
    for text in [
      visitor.workspace.slug, visitor.workspace.name, visitor.workspace.timeZone,
      visitor.scope.actor.word, visitor.name, visitor.role.rawValue,
      visitor.isScreen ? "wall" : visitor.csrf ?? "",
      visitor.memberships.map(\.workspace.slug).joined(separator: " "),
    ] { add(text) }
  }
}
