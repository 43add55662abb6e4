/// The names of the audit's actions.
enum AuditWords {
  /// `Logged in`; an action without words is shown as it is.
  static func action(_ action: String) -> String {
    if let words = actions[action] { return words }
    let (group, verb) = parts(action)
    switch group {
    case "export" where verb == "responder": return "Exported all about a person"
    case "look": return "Looked at \(verb == "candidates" ? "the candidates" : "the \(verb)")"
    case "export": return "Exported \(verb)"
    default: return action
    }
  }

  /// `Logins`; a group without words is shown as it is.
  static func group(_ group: String) -> String { groups[group] ?? group }

  /// Whether a text is an action, a group of actions, or empty.
  static func isKnown(_ text: String) -> Bool {
    let (group, verb) = parts(text)
    return text.utf8.isEmpty || actions[text] != nil || groups[text] != nil
      || group == "export" && ExportNames.all.contains(verb)
  }

  private static func parts(_ action: String) -> (group: String, verb: String) {
    let parts = action.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1).map {
      String(decoding: $0, as: UTF8.self)
    }
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  private static let actions = [
    "login.begin": "Logged in", "login.fail": "Gave a wrong password", "login.end": "Logged out",
    "login.fail-code": "Gave a wrong code", "login.end-all": "Logged out everywhere",
    "two-factor.on": "Turned the second factor on", "two-factor.off": "Turned the second factor off",
    "two-factor.codes": "Made new recovery codes", "two-factor.recovery": "Used a recovery code",
    "two-factor.reset": "Reset a second factor", "member.role": "Changed a member's role",
    "member.name": "Changed what a member is called",
    "member.remove": "Removed a member", "member.invite": "Invited somebody",
    "member.uninvite": "Took an invitation back", "member.join": "Accepted an invitation",
    "member.decline": "Declined an invitation",
    "screen.add": "Made a screen's link", "screen.open": "Opened a screen",
    "screen.revoke": "Made a screen dark",
    "adapter-device.issue": "Connected another app", "adapter-device.set": "Changed another app's settings",
    "adapter-device.revoke": "Disconnected another app",
    "workspace.add": "Made the workspace", "workspace.set": "Changed the workspace",
    "server.set": "Set the server's public address", "server.backup": "Began a backup",
    "member.add": "Added a member", "member.password": "Set a password",
    "member.password-link": "Made a link for a new password",
    "member.password-by-link": "Set a password by a link", "responder.add": "Added a person",
    "responder.set": "Changed a person", "responder.erase": "Erased a person",
    "responder.merge": "Merged two records of a person",
    "crossing.review": "Judged comings and goings anew",
    "responder.erased": "Nothing is left of a person", "request.export": "Asked for a copy of their data",
    "request.erase": "Asked to be erased", "request.done": "Dealt with a request",
    "token.issue": "Logged a phone in", "token.let-in": "Made a code to let a phone in",
    "token.login": "Logged in with a phone", "token.logout": "Logged out of a phone",
    "token.end": "Ended a phone's session",
    "token.reuse": "A refresh token was used twice: the phone's session ended",
    "own-link.make": "Made the link of a person's own page",
    "own-link.revoke": "Took the link of a person's own page back",
    "duty.set": "Put a person on or off duty", "duty-rule.set": "Changed what puts a person on duty",
    "look.own-history": "Looked at their own positions",
    "api-key.issue": "Issued an API key", "api-key.revoke": "Ended an API key",
    "profile.import": "Brought a profile", "profile.add": "Added a profile",
    "profile.edit": "Changed a profile",
    "flag.confirm": "Confirmed suspicious positions as false", "flag.clear": "Dismissed suspicious positions",
    "flag.reopen": "Reopened suspicious positions",
    "flags.set": "Changed the switches", "ground.add": "Added regions and sites",
    "statement.make": "Made a statement", "statement.mail": "Sent a statement by mail",
    "statement.mailed": "A statement was handed to the mail server",
    "schedule.add": "Scheduled a report", "schedule.on": "Switched a scheduled report on",
    "schedule.off": "Switched a scheduled report off", "schedule.remove": "Removed a scheduled report",
    "schedule.mail": "Sent a scheduled report by mail",
    "channel.add": "Made a channel", "channel.set": "Changed a channel",
    "channel.secret": "Gave a channel another secret", "channel.test": "Tried a channel",
    "escalation.set": "Changed who is told next of alerts",
    "channel.remove": "Removed a channel", "channel.off": "Switched a channel off",
    "retention.purge": "Deleted what had expired", "hold.add": "Put something on hold",
    "hold.release": "Released a hold", "database.restore": "Restored a backup",
    "clock.confirm": "Confirmed the clock",
    "push.test": "Sent a test message",
    "incident.open": "Opened an incident", "incident.reopen": "Opened an incident again",
    "incident.ask": "Asked people", "incident.reassign": "Gave an incident to others",
    "incident.withdraw": "Took an incident back", "incident.resolve": "Resolved an incident",
    "incident.cancel": "Cancelled an incident", "incident.note": "Wrote a note",
    "incident.needs": "Changed who is needed", "incident.edit": "Changed what is known of an incident",
    "incident.replace": "Sought another in place of an assignee",
    "incident.keep": "Kept an assignee", "incident.release": "Released an assignee",
    "incident.on-the-way": "Noted that an assignee is on the way",
    "incident.arrived": "Noted that an assignee has arrived",
    "incident.done": "Noted that an assignee is done", "incident.call": "Noted a call",
    "template.add": "Made a template of incidents", "template.set": "Changed a template of incidents",
    "template.remove": "Removed a template of incidents",
    "dispatch.set": "Changed the dispatch settings", "drill.send": "Sent a drill",
    "offer.accepted": "Accepted an offer",
    "offer.declined": "Declined an offer", "drill.end": "Ended a drill",
    "alert.acknowledge": "Said that they see to an alert", "alert.snooze": "Snoozed an alert",
    "alert.take-back": "Took the acknowledgement of an alert back",
    "alert.wake": "Ended the snooze of an alert",
    "look.responder": "Looked at a person", "look.past-board": "Looked at the board of a past moment",
    "look.numbers-board": "Saw telephone numbers on the board",
    "look.numbers-people": "Saw telephone numbers in the list of people",
    "look.numbers-incident": "Saw telephone numbers at an incident",
    "look.numbers-person": "Saw a person's telephone number",
    "look.flags": "Looked at suspicious positions", "export.flags": "Exported suspicious positions",
    "look.lanes": "Looked at everybody's lanes of a day",
    "look.helpers": "Looked at where a person of an incident is",
    "track.import": "Took in a track",
    "event.add": "Made an event", "event.set": "Changed an event", "event.end": "Ended an event",
    "event.join": "Added participants to an event",
    "event.leave": "Took a participant out of an event", "outlet.import": "Imported sites",
    "outlet.add": "Added a site", "outlet.set": "Changed a site",
    "addresses.import": "Brought addresses", "addresses.remove": "Removed the addresses",
    "region.add": "Added a region", "region.change": "Changed a region's ground",
    "region.remove": "Removed a region",
    "outlet.remove": "Removed a site", "visit.plan": "Planned visits",
    "visit.remove": "Took a visit back",
  ]

  private static let groups = [
    "addresses": "Addresses",
    "login": "Logins", "two-factor": "Second factors", "screen": "Screens", "adapter-device": "Other apps",
    "alert": "Alerts", "look": "Looks at positions",
    "export": "Exports", "workspace": "The workspace",
    "member": "Members", "responder": "People", "request": "Requests", "token": "Phones",
    "api-key": "API keys", "own-link": "Own pages", "duty": "Duty", "duty-rule": "Duty rules",
    "profile": "Profiles", "flags": "Switches", "ground": "Regions and sites", "retention": "Retention",
    "hold": "Holds", "dispatch": "Dispatch settings", "push": "Messages", "channel": "Channels",
    "template": "Templates", "escalation": "Escalation",
    "schedule": "Scheduled reports", "statement": "Statements", "incident": "Incidents", "offer": "Offers",
    "drill": "Drills", "event": "Events", "outlet": "Sites",
    "region": "Regions", "visit": "Visits", "track": "Tracks",
    "database": "The database", "server": "The server", "clock": "The clock",
  ]
}
