import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// Who is told of alerts outside of the console.
  var noticeRoutes: [Route] {
    let form = Route.BodyRule.form(limit: Self.accountLimit)
    return [
      console(.get, "/w/{ws}/settings/channels", .manageWorkspace, channels),
      console(.post, "/w/{ws}/settings/channels", .manageWorkspace, body: form, addChannel),
      console(.get, "/w/{ws}/settings/channels/{id}", .manageWorkspace, channel),
      console(.post, "/w/{ws}/settings/channels/{id}", .manageWorkspace, body: form, saveChannel),
      console(
        .post, "/w/{ws}/settings/channels/{id}/secret", .manageWorkspace, body: form, renewChannelSecret),
      console(.post, "/w/{ws}/settings/channels/{id}/test", .manageWorkspace, body: form, testChannel),
      console(.post, "/w/{ws}/settings/channels/{id}/remove", .manageWorkspace, body: form, removeChannel),
    ]
  }
}
