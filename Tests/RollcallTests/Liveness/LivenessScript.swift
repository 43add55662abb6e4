@testable import Rollcall

/// What happens to a responder, at so many seconds; and a responder to whom it happens.
enum LivenessStep: Sendable {
  case contact(Double)
  case fix(Double, taken: Double)
  /// A sign that confirms the latest place.
  case sign(Double, made: Double)
  case duty(DutyState, Double)
  /// Another rule: degraded and offline after so many seconds; `nil` = not timed.
  case rule(String, d: Double?, o: Double?, Double)
  case revoked(Double)
  case away(Double, until: Double)
  case look(Double)

  /// When it happens.
  var at: Double {
    switch self {
    case .contact(let at), .fix(let at, _), .sign(let at, _), .duty(_, let at), .rule(_, _, _, let at),
      .revoked(let at),
      .look(let at):
      at
    case .away(_, let until): until
    }
  }
}

extension RuleInForce {
  /// A rule with thresholds in seconds.
  static func seconds(_ name: String, _ degraded: Double?, _ offline: Double?) -> RuleInForce {
    guard let degraded, let offline else { return RuleInForce(name: name) }
    return RuleInForce(
      name: name, interval: Milliseconds(degraded * 500),
      thresholds: Thresholds(degraded: Milliseconds(degraded * 1_000), offline: Milliseconds(offline * 1_000))
    )
  }

  /// The responder profile's rule on duty.
  static let onDuty = seconds("responder/on_duty", 90, 180)
}

extension Liveness {
  /// Somebody made at second 0, with the log of what the steps caused.
  static func after(_ steps: [LivenessStep], rule: RuleInForce = .onDuty) -> (Liveness, [Transition]) {
    var live = Liveness(createdAt: .at(0), rule: rule)
    var log: [Transition] = []
    for step in steps { log += live.take(step) }
    return (live, log)
  }

  /// Lets one step happen.
  mutating func take(_ step: LivenessStep) -> [Transition] {
    switch step {
    case .contact(let at): contacted(at: .at(at))
    case .fix(let at, let taken): contacted(at: .at(at), fix: .at(taken))
    case .sign(let at, let made): contacted(at: .at(at), keeping: .at(made))
    case .duty(let duty, let at): changed(duty: duty, rule: force, at: .at(at)) + heard(at)
    case .rule(let name, let d, let o, let at): changed(rule: .seconds(name, d, o), at: .at(at))
    case .revoked(let at): revoked(at: .at(at))
    case .away(let from, let until): unobserved(TimeSpan(from: .at(from), to: .at(until)))
    case .look(let at): settle(until: .at(at))
    }
  }

  /// The request that changes duty is a contact, too.
  private mutating func heard(_ at: Double) -> [Transition] { contacted(at: .at(at)) }
}

extension Transition {
  /// In seconds: `10 unknown→online a fresh fix`.
  var words: String {
    let seconds = Double(at.milliseconds - Timestamp.at(0).milliseconds) / 1_000
    let why = rule.split(separator: ": ").last.map(String.init) ?? rule
    let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return "\(time) \(from?.rawValue ?? "nil")→\(to.rawValue) \(why)"
  }
}
