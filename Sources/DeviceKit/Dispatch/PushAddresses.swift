import Foundation
import Rollcall

/// Where the phone can be woken, by service, and what of it the server must still hear under the present login.
struct PushAddresses: Codable, Equatable {
  /// The address at one service, or that it was taken back.
  struct Entry: Codable, Equatable {
    fileprivate var provider: String
    /// `nil` = taken back, which the server must still hear.
    fileprivate(set) var token: String?
    fileprivate var isTold = false
    /// Tells it from the same said later, which the server must hear again: an answer is to what was said then.
    fileprivate var number: Int

    var service: PushService? { PushService(rawValue: provider) }
  }

  /// At most one for each service, in the order in which the app named them.
  private var entries: [Entry] = []
  private var changes = 0

  /// None.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// What the server must hear next.
  var untold: Entry? { entries.first { !$0.isTold && $0.service != nil } }

  /// Whether this is the address that the app named last, and has not taken back.
  func isCurrent(_ service: PushService, _ token: String) -> Bool {
    current.map { $0.service == service && $0.token == token } ?? false
  }

  /// An address in place of the service's older one. What other services have stays, and so does what they must forget.
  mutating func set(_ service: PushService, _ token: String) {
    let new = entry(service.rawValue, token)
    entries.removeAll { $0.provider == new.provider }
    entries.append(new)
  }

  /// All of them are taken back.
  ///
  /// - Returns: Whether there was any.
  mutating func takeBack() -> Bool {
    guard current != nil else { return false }
    for index in entries.indices where entries[index].token != nil {
      entries[index] = entry(entries[index].provider, nil)
    }
    return true
  }

  /// A session that has ended has taken its addresses with it: the new one hears of the last, and has none to forget.
  mutating func loggedIn() {
    guard let current else { return entries = [] }
    entries = [entry(current.provider, current.token)]
  }

  /// The server has heard it, or never will. Nothing when the app has said something else of that service meanwhile, or
  /// somebody has logged in.
  mutating func settle(_ told: Entry) {
    guard let index = entries.firstIndex(of: told) else { return }
    if told.token == nil { entries.remove(at: index) } else { entries[index].isTold = true }
  }

  private var current: Entry? { entries.last { $0.token != nil } }

  private mutating func entry(_ provider: String, _ token: String?) -> Entry {
    changes &+= 1
    return Entry(provider: provider, token: token, number: changes)
  }
}

extension DeviceStore {
  private static let pushKey = "push_token"

  func pushAddresses() throws -> PushAddresses {
    try kept(Self.pushKey).flatMap { try? JSONDecoder().decode(PushAddresses.self, from: $0) }
      ?? PushAddresses()
  }

  func keep(_ addresses: PushAddresses) throws {
    try keep(addresses.isEmpty ? nil : JSONEncoder().encode(addresses), as: Self.pushKey)
  }
}

/// What a platform gave is no address of that service.
public struct InvalidPushToken: Error, Equatable {
  /// The only one.
  public init() {}
}
