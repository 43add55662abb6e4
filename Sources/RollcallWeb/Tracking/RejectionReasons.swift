import Rollcall
import RollcallWire

/// Why something of an upload was refused or set aside, in words that are counted: `field: rule`.
enum RejectionReasons {
  /// Of a request that was refused as a whole.
  static func of(_ error: WireError) -> [String: Int] {
    switch error {
    case .malformed: ["body: malformed JSON": 1]
    case .invalid(let faults):
      Dictionary(
        faults.map { ("\($0.field.isEmpty ? "body" : $0.field): \($0.rule)", 1) }, uniquingKeysWith: +)
    }
  }

  /// Of members that were refused, and of optional values that were not understood.
  static func of(_ errors: [PingError], unknown: [String: Int] = [:]) -> [String: Int] {
    let refused = Dictionary(errors.map { ("\($0.field): \($0.rule)", 1) }, uniquingKeysWith: +)
    let forgotten = Dictionary(
      unknown.map { ("\($0.key): not understood", $0.value) }, uniquingKeysWith: +)
    return refused.merging(forgotten, uniquingKeysWith: +)
  }
}
