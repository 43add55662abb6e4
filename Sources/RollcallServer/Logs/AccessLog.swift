import Dispatch
import HTTPServer
import HTTPTypes
import Logging
import Synchronization

/// One line for an answered request: method, the route's pattern, status, bytes and time. No path, query or
/// body: a log must not hold positions, numbers or tokens.
///
/// Failures and rate-limit refusals are above debug, and a flood of them must not become a flood of lines.
/// The first of a kind is a line. Those of the next seconds are counted, one line a second for each kind.
final class AccessLog: Sendable {
  private struct Kind: Hashable {
    let method: String
    let route: String
    let status: Int

    /// All kinds beyond the number that is counted separately.
    static let others = Kind(method: "any", route: "others", status: 0)
  }

  private let logger: Logger
  private let afterASecond: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// The count since the last line, by kind; a kind without any for a second is forgotten.
  private let counts = Mutex<[Kind: Int]>([:])
  /// The kinds counted separately. With the line for all others this bounds the lines per second.
  private static let kinds = 7

  /// - Parameter afterASecond: runs its argument a second later, on any thread.
  init(
    _ logger: Logger,
    afterASecond: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: $0)
    }
  ) {
    self.logger = logger
    self.afterASecond = afterASecond
  }

  /// Notes an answered request. Any thread; never blocks.
  func record(_ observation: Observation) {
    guard let level = Self.level(observation.status) else {
      return logger.debug("answered", metadata: observation.fields)
    }
    switch count(observation) {
    case .first(let begins):
      logger.log(level: level, "answered", metadata: observation.fields)
      if begins { flushLater() }
    case .more: logger.debug("answered", metadata: observation.fields)
    }
  }

  private enum Place {
    /// The first of its kind; whether there was no other kind.
    case first(Bool)
    case more
  }

  private func count(_ observation: Observation) -> Place {
    var kind = Kind(
      method: observation.method.rawValue, route: observation.routePattern,
      status: observation.status.code)
    return counts.withLock { counts in
      if let count = counts[kind] {
        counts[kind] = count + 1
        return .more
      }
      let begins = counts.isEmpty
      if counts.count >= Self.kinds {
        kind = .others
        counts[kind, default: 0] += 1
        return .more
      }
      counts[kind] = 0
      return .first(begins)
    }
  }

  private func flushLater() {
    afterASecond { [self] in
      if flush() { flushLater() }
    }
  }

  /// Writes the counts; false when there are none.
  func flush() -> Bool {
    let due = counts.withLock { counts in
      let due = counts.filter { $0.value > 0 }
      counts = due.mapValues { _ in 0 }
      return due
    }
    for (kind, count) in due.sorted(by: { $0.value > $1.value }) {
      let level = Self.level(HTTPResponse.Status(code: kind.status)) ?? .warning
      var fields: Logger.Metadata = ["count": "\(count)"]
      if kind != .others {
        fields["method"] = "\(kind.method)"
        fields["route"] = "\(kind.route.isEmpty ? "none" : kind.route)"
        fields["status"] = "\(kind.status)"
      }
      logger.log(level: level, "answered more of these", metadata: fields)
    }
    return !due.isEmpty
  }

  /// Nil = debug.
  private static func level(_ status: HTTPResponse.Status) -> Logger.Level? {
    status.code >= 500 ? .warning : status.code == 429 ? .notice : nil
  }
}

extension Observation {
  fileprivate var fields: Logger.Metadata {
    [
      "method": "\(method.rawValue)", "route": "\(routePattern.isEmpty ? "none" : routePattern)",
      "status": "\(status.code)", "bytes": "\(responseBytes)", "ms": "\(nanoseconds / 1_000_000)",
      "complete": "\(isComplete)",
    ]
  }
}
