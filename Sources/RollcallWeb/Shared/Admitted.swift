import HTTPServer
import RollcallStore

/// The sender of a request as found at admission. It holds until something of its kind has changed: a body
/// may take a while, and its sender may have been locked out meanwhile.
struct Admitted<Value: Sendable>: Sendable {
  /// The finding.
  let value: Value
  /// The number of changes before the look-up.
  private let asOf: UInt64

  init(_ value: Value, asOf: UInt64) { (self.value, self.asOf) = (value, asOf) }

  /// Looks the sender up.
  static func of<Failure: Error>(
    _ changes: ChangeCount, _ find: () throws(Failure) -> Value?
  ) throws(Failure) -> Admitted? {
    let asOf = changes.now
    return try find().map { Admitted($0, asOf: asOf) }
  }

  /// The finding, while it holds.
  func value(after changes: ChangeCount) -> Value? { changes.now == asOf ? value : nil }
}

extension Request {
  /// The finding of admission, while it holds; `nil` = look it up again.
  func found<Value: Sendable>(_ type: Value.Type, after changes: ChangeCount) -> Value? {
    (finding as? Admitted<Value>)?.value(after: changes)
  }
}
