/// Whether a responder can be reached. `offDuty` is shown instead of liveness while they are not watched.
public enum Status: String, CaseIterable, Sendable {
  case online, degraded, offline, unknown
  case offDuty = "off_duty"
}
