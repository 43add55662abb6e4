import Foundation
import Rollcall

/// The phone's push addresses by service, and which of them the server has yet to hear of under the present
/// login.
struct PushAddresses: Codable, Equatable {
  /// The address at one service, or its withdrawal.
  struct Entry: Codable, Equatable {
    fileprivate var provider: String
    /// `nil` = withdrawn, which the server has yet to hear.
    fileprivate(set) var token: String?
    fileprivate var isTold = false
    /// Distinguishes repeated changes to the same value, so that an answer settles only the change it belongs
    /// to.
    fileprivate var number: Int

    var service: PushService? { PushService(rawValue: provider) }
  }

  /// At most one for each service, in the order in which the app named them.
  private var entries: [Entry] = []
  private var changes = 0

  /// None.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// The next change to send to the server.
  var untold: Entry? { entries.first { !$0.isTold && $0.service != nil } }

  /// Whether this is the app's current address for the service.
  func isCurrent(_ service: PushService, _ token: String) -> Bool {
    current.map { $0.service == service && $0.token == token } ?? false
  }

  /// Replaces the service's address. Other services keep theirs, as do their pending withdrawals.
  mutating func set(_ service: PushService, _ token: String) {
    let new = entry(service.rawValue, token)
    entries.removeAll { $0.provider == new.provider }
    entries.append(new)
  }

  /// Withdraws all addresses.
  ///
  /// - Returns: Whether there were any.
  mutating func withdraw() -> Bool {
    guard current != nil else { return false }
    for index in entries.indices where entries[index].token != nil {
      entries[index] = entry(entries[index].provider, nil)
    }
    return true
  }

  /// The server dropped the addresses with the old session. The new one must be told the current ones, and
  /// has none to withdraw.
  mutating func loggedIn() {
    guard let current else { return entries = [] }
    entries = [entry(current.provider, current.token)]
  }

  /// Marks a change as settled: the server has accepted it, or never will. Ignored when the app has since
  /// changed that service's address, or a login has happened.
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

  func save(_ addresses: PushAddresses) throws {
    try save(addresses.isEmpty ? nil : JSONEncoder().encode(addresses), as: Self.pushKey)
  }
}

/// The text is not an address of this push service.
public struct InvalidPushToken: Error, Equatable {
  /// The only one.
  public init() {}
}
