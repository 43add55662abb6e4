import Rollcall

/// People's requests about their own data, sent from their phones, and their handling.
struct RequestsPage: Page {
  static let template = "Privacy/RequestsPage"

  var shell: Shell
  var notice: ActionNotice?
  /// Open requests, the oldest first.
  var open: [RequestRow]
  /// Handled requests, the newest first.
  var done: [RequestRow]
  /// Shown when no request waits.
  var empty: EmptyState?

  init(shell: Shell, open: [RequestRow], done: [RequestRow], notice: ActionNotice? = nil) {
    (self.shell, self.notice, self.open, self.done) = (shell, notice, open, done)
    empty =
      open.isEmpty ? EmptyState(title: Words.Requests.noOpenRequests, advice: Words.Requests.about) : nil
  }
}

/// One request of a person.
struct RequestRow: PagePart {
  var key: String
  var who, href, what: String
  var madeAt, doneAt: Moment
  /// The member who handled it; may be empty.
  var doneBy: String
  /// The file, or the page that erases; `nil` when the reader may not, or it is done.
  var action: Link?
  /// Why there is no action; may be empty.
  var hint: String
  /// The target of the form that marks it as done; empty when it is.
  var finish: String
  var csrf: String
}

extension RequestRow {
  /// - Parameter holds: holds in force that keep data of theirs.
  init(
    id: Int64, who: String, responder: Responder.ID, isErasure: Bool, madeAt: Timestamp,
    doneAt: Timestamp? = nil, doneBy: String = "", slug: String, csrf: String, mayErase: Bool,
    holds: [Hold.ID] = [], clock: PageClock
  ) {
    let (href, isOpen) = (PagePath.person(slug, responder), doneAt == nil)
    let link =
      isErasure
      ? Link(label: "Erase…", href: PagePath.erase(slug, responder))
      : Link(label: "Download", href: "\(href)/export.json")
    self.init(
      key: "r\(id)", who: who, href: href,
      what: isErasure ? Words.Requests.eraseEverything : Words.Requests.copyEverything,
      madeAt: clock.time(madeAt), doneAt: clock.time(doneAt), doneBy: doneBy,
      action: isOpen && (!isErasure || mayErase && holds.isEmpty) ? link : nil,
      hint: isOpen && isErasure ? Self.hint(mayErase: mayErase, holds) : "",
      finish: isOpen ? "\(Shell.Section.requests.path(slug))/\(id)/done" : "", csrf: csrf)
  }

  private static func hint(mayErase: Bool, _ holds: [Hold.ID]) -> String {
    let numbers = holds.map { "\($0.rawValue)" }.joined(separator: ", ")
    guard holds.isEmpty else { return Words.Requests.onHold(numbers) }
    return mayErase ? "" : Words.Requests.onlyOwnerCanErase
  }
}
