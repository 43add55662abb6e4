import Rollcall
import RollcallWire

/// Why data of an upload was refused or set aside, in words for counting: `field: rule`.
enum RejectionReasons {
  /// For a request refused as a whole.
  static func of(_ error: WireError) -> [String: Int] {
    switch error {
    case .malformed: ["body: malformed JSON": 1]
    case .invalid(let faults):
      Dictionary(
        faults.map { ("\($0.field.isEmpty ? "body" : $0.field): \($0.rule)", 1) }, uniquingKeysWith: +)
    }
  }

  /// For refused members and invalid optional values.
  static func of(_ errors: [PingError], unknown: [String: Int] = [:]) -> [String: Int] {
    let refused = Dictionary(errors.map { ("\($0.field): \($0.rule)", 1) }, uniquingKeysWith: +)
    let forgotten = Dictionary(
      unknown.map { ("\($0.key): not understood", $0.value) }, uniquingKeysWith: +)
    return refused.merging(forgotten, uniquingKeysWith: +)
  }
}
