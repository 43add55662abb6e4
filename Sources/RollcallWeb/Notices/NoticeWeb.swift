import HTTPServer
import HTTPTypes
import Rollcall

/// Alert messages outside the console.
struct NoticeWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let form = Route.BodyRule.form(limit: Door.formLimit)
    return [
      door.console(.get, "/w/{ws}/settings/escalation", .manageWorkspace, escalation),
      door.console(.post, "/w/{ws}/settings/escalation", .manageWorkspace, body: form, saveEscalation),
      door.console(.get, "/w/{ws}/settings/escalation.json", .manageWorkspace, escalationJSON),
      door.console(
        .post, "/w/{ws}/settings/escalation.json", .manageWorkspace, body: .json(limit: Door.formLimit),
        saveEscalationByProgram),
      door.console(.get, "/w/{ws}/settings/channels", .manageWorkspace, channels),
      door.console(.post, "/w/{ws}/settings/channels", .manageWorkspace, body: form, addChannel),
      door.console(.get, "/w/{ws}/settings/channels/{id}", .manageWorkspace, channel),
      door.console(.post, "/w/{ws}/settings/channels/{id}", .manageWorkspace, body: form, saveChannel),
      door.console(
        .post, "/w/{ws}/settings/channels/{id}/secret", .manageWorkspace, body: form, renewChannelSecret),
      door.console(.post, "/w/{ws}/settings/channels/{id}/test", .manageWorkspace, body: form, testChannel),
      door.console(
        .post, "/w/{ws}/settings/channels/{id}/remove", .manageWorkspace, body: form, removeChannel),
    ]
  }
}

extension Web {
  var notices: NoticeWeb { NoticeWeb(web: self) }
}
