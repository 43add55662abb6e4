import Rollcall
import RollcallStore

/// Dispatch in the metrics, as far back as it is kept: every state, outcome and reason of every workspace,
/// zeros too. Drills are left out.
struct OfferMetrics {
  /// Seconds: an offer follows at once, or when a responder becomes available.
  static let offerBounds: [Double] = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3_600]
  /// Seconds: the first person asked answers within half a minute, or the next ones do.
  static let acceptBounds: [Double] = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600]

  private let totals: [(slug: String, totals: DispatchTotals)]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    var totals: [(slug: String, totals: DispatchTotals)] = []
    for workspace in workspaces {
      totals.append((workspace.slug, try store.dispatch.dispatchTotals(of: workspace.id)))
    }
    self.totals = totals
  }

  /// Writes all families.
  func write(to text: inout MetricsText) {
    text.family("rollcall_incidents", "gauge", "Incidents that are kept, by state.")
    for (slug, totals) in totals {
      for state in Incident.State.allCases {
        text.sample(
          "rollcall_incidents", [("workspace", slug), ("state", state.rawValue)],
          totals.incidents[state, default: 0])
      }
    }
    text.histogram(
      "rollcall_incident_first_offer_seconds", "From the opening of an incident to its first offer.",
      histogram(Self.offerBounds, \.untilOffer))
    text.histogram(
      "rollcall_incident_accept_seconds", "From the opening of an incident to the first accept.",
      histogram(Self.acceptBounds, \.untilAccept))
    text.family("rollcall_offers_total", "counter", "Offers that have ended, by outcome.")
    for (slug, totals) in totals {
      for outcome in Offer.State.allCases where !outcome.isOpen {
        text.sample(
          "rollcall_offers_total", [("workspace", slug), ("outcome", outcome.rawValue)],
          totals.offers[outcome, default: 0])
      }
    }
    text.family("rollcall_reassignments_total", "counter", "Incidents lost by those who had them, by reason.")
    for (slug, totals) in totals {
      for end in AssignmentEnd.reassignments {
        text.sample(
          "rollcall_reassignments_total", [("workspace", slug), ("reason", end.rawValue)],
          totals.ends[end, default: 0])
      }
    }
  }

  private func histogram(_ bounds: [Double], _ length: (IncidentTimes) -> Milliseconds?) -> Histogram {
    var histogram = Histogram(bounds: bounds)
    for incident in totals.lazy.flatMap(\.totals.times) {
      if let length = length(incident) { histogram.add(Double(length) / 1_000) }
    }
    return histogram
  }
}
