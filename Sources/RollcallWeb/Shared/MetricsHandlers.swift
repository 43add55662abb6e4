import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension StatusWeb {
  /// `GET /metrics`: open to loopback; others need an API key that may manage a workspace.
  @Sendable func metricsPage(_ request: Request) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard try mayScrape(request) else {
        return Answer.unauthorized(.tokenInvalid, "An API key with workspace:manage is needed")
      }
      var text = MetricsText()
      let workspaces = try store.fleet.workspaces()
      ResponderMetrics(workspaces, store).write(to: &text)
      try AlertMetrics(workspaces, store).write(to: &text)
      try OfferMetrics(workspaces, store).write(to: &text)
      try NoticeMetrics(workspaces, store).write(to: &text)
      try PushMetrics(store).write(to: &text)
      web.otpDelivery.write(to: &text)
      web.background.failures.write(to: &text)
      web.metrics.write(to: &text)
      StorageMetrics(store).write(to: &text)
      text.family("rollcall_phone_sessions", "gauge", "Sessions that have not been ended.")
      text.sample("rollcall_phone_sessions", [], store.sessions.activeCount)
      return Response(.ok, headers: [.contentType: MetricsText.contentType], body: .bytes(text.bytes))
    }
  }

  private func mayScrape(_ request: Request) throws(StoreError) -> Bool {
    if request.peer == "127.0.0.1" || request.peer == "::1" { return true }
    guard let secret = Door.bearer(request), let key = try store.members.apiKey(secret) else { return false }
    return key.role.allows(.manageWorkspace)
  }
}
