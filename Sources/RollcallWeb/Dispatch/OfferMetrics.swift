import Rollcall
import RollcallStore

/// What the metrics say about offers that have ended: every outcome of every workspace, zeros too.
struct OfferMetrics {
  private let counts: [(slug: String, ended: [Offer.State: Int])]

  init(_ workspaces: [Workspace], _ store: Store) throws(StoreError) {
    var counts: [(slug: String, ended: [Offer.State: Int])] = []
    for workspace in workspaces {
      counts.append((workspace.slug, try store.endedOffers(of: workspace.id)))
    }
    self.counts = counts
  }

  /// Appends all of it.
  func write(to text: inout MetricsText) {
    text.family("rollcall_offers_total", "counter", "Offers that have ended, by outcome.")
    for (slug, ended) in counts {
      for outcome in Offer.State.allCases where !outcome.isOpen {
        text.sample(
          "rollcall_offers_total", [("workspace", slug), ("outcome", outcome.rawValue)],
          ended[outcome, default: 0])
      }
    }
  }
}
