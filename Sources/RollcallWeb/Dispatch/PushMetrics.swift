import Rollcall
import RollcallStore

/// Push messages in the metrics.
struct PushMetrics {
  private let counts: [Outboxes.Label: Int]
  private let answers: AnswerTimes
  private let waiting: Int
  private let paused: [PushService: Int]

  init(_ store: Store) throws(StoreError) {
    (counts, answers) = (store.outboxes.attempts, store.outboxes.answers)
    waiting = try store.push.waitingPushJobs()
    paused = try store.push.pausedPushServices()
  }

  /// Writes all families.
  func write(to text: inout MetricsText) {
    text.family("rollcall_push_total", "counter", "Messages handed to a service, by what became of that.")
    for service in PushService.allCases {
      for kind in DeliveryResult.Kind.allCases {
        text.sample(
          "rollcall_push_total", [("channel", service.rawValue), ("outcome", kind.rawValue)],
          counts[.init(phones: service, kind)] ?? 0)
      }
    }
    text.histogram(
      "rollcall_push_ack_seconds", "From the first message that a service took to the phone's answer.",
      Histogram(
        bounds: AnswerTimes.bounds, buckets: answers.buckets, sum: answers.seconds, count: answers.count))
    text.family("rollcall_push_waiting", "gauge", "Messages that wait to be handed over.")
    text.sample("rollcall_push_waiting", [], waiting)
    text.family(
      "rollcall_push_misconfigured", "gauge", "Workspaces that spare a service because its set-up is wrong.")
    for service in PushService.allCases {
      text.sample("rollcall_push_misconfigured", [("channel", service.rawValue)], paused[service] ?? 0)
    }
  }
}
