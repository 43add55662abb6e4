import HTTPServer
import RollcallStore

/// What the admission of a request found out about who asks. It holds until something of its kind has changed: a body
/// may take its time, and who was let in before it may have been locked out meanwhile.
struct Admitted<Value: Sendable>: Sendable {
  /// What was found.
  let value: Value
  /// How many changes there had been before it was looked for.
  private let asOf: UInt64

  init(_ value: Value, asOf: UInt64) { (self.value, self.asOf) = (value, asOf) }

  /// Looks for somebody.
  static func of<Failure: Error>(
    _ changes: ChangeCount, _ find: () throws(Failure) -> Value?
  ) throws(Failure) -> Admitted? {
    let asOf = changes.now
    return try find().map { Admitted($0, asOf: asOf) }
  }

  /// What was found, while it holds.
  func value(after changes: ChangeCount) -> Value? { changes.now == asOf ? value : nil }
}

extension Request {
  /// What admission found, while it holds; `nil` = it is to be looked for.
  func found<Value: Sendable>(_ type: Value.Type, after changes: ChangeCount) -> Value? {
    (finding as? Admitted<Value>)?.value(after: changes)
  }
}
