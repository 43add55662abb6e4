import HTTPServer
import HTTPTypes
import Logging

/// One line for an answered request: method, the route's pattern, status, bytes and time. No path, query or body: a
/// log holds no positions, numbers or tokens.
enum AccessLog {
  static func note(_ observation: Observation, in logger: Logger) {
    let level: Logger.Level = observation.status.code >= 500 ? .warning : .debug
    logger.log(
      level: level, "answered",
      metadata: [
        "method": "\(observation.method.rawValue)",
        "route": "\(observation.routePattern.isEmpty ? "none" : observation.routePattern)",
        "status": "\(observation.status.code)", "bytes": "\(observation.responseBytes)",
        "ms": "\(observation.nanoseconds / 1_000_000)", "complete": "\(observation.isComplete)",
      ])
  }
}
