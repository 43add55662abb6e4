import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// `GET /metrics`: open to loopback, else an API key that may manage a workspace.
  @Sendable func metricsPage(_ request: Request) -> Response {
    answer(request) { () throws(StoreError) -> Response in
      guard try mayScrape(request) else {
        return Answer.unauthorized(.tokenInvalid, "An API key with workspace:manage is needed")
      }
      var text = MetricsText()
      try writeResponders(to: &text)
      metrics.write(to: &text)
      text.family("rollcall_phone_sessions", "gauge", "Sessions that have not been ended.")
      text.sample("rollcall_phone_sessions", [], store.sessions.activeCount)
      return Response(.ok, headers: [.contentType: MetricsText.contentType], body: .bytes(text.bytes))
    }
  }

  private func mayScrape(_ request: Request) throws(StoreError) -> Bool {
    if request.peer == "127.0.0.1" || request.peer == "::1" { return true }
    guard let secret = Self.bearer(request), let key = try store.apiKey(secret) else { return false }
    return key.role.allows(.manageWorkspace)
  }

  /// People by status, and those who could be sent, by region: every combination is exported, zeros too.
  private func writeResponders(to text: inout MetricsText) throws(StoreError) {
    let now = store.clock()
    var boards: [(slug: String, entries: [(region: String, status: Status, duty: DutyState)])] = []
    for workspace in try store.workspaces() {
      let board = try store.board(of: workspace.id)
      boards.append(
        (workspace.slug, board.map { ($0.region ?? "", $0.reach.judged(at: now).status, $0.reach.duty) }))
    }
    text.family("responders_by_status", "gauge", "Active responders by status.")
    for (slug, entries) in boards {
      for status in Status.allCases {
        text.sample(
          "responders_by_status", [("workspace", slug), ("status", status.rawValue)],
          entries.count { $0.status == status })
      }
    }
    text.family("responders_available", "gauge", "Responders online and on duty, by region.")
    for (slug, entries) in boards {
      for region in Set(entries.map(\.region)).sorted() {
        text.sample(
          "responders_available", [("workspace", slug), ("region", region)],
          entries.count { $0.region == region && $0.status == .online && $0.duty == .onDuty })
      }
    }
  }
}
