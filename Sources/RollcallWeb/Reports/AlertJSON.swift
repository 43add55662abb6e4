import Rollcall
import RollcallStore
import RollcallWire

extension JSONWriter {
  /// One alert of `alerts.json`, with people's actions on it.
  mutating func alert(_ alert: Alert, of view: AlertView) {
    object {
      $0.member("id", alert.id)
      $0.member("kind", alert.topic.kind.rawValue)
      $0.member("critical", alert.topic.isCritical)
      var region: String?
      var network: String?
      var responder: Responder.ID?
      var incident: Incident.ID?
      switch alert.topic {
      case .highOfflineRate: break
      case .noOnlineResponders(let name): region = name
      case .responderFlapping(let id), .noShow(let id, _): responder = id
      case .responderOffline(let id, let errand): (responder, incident) = (id, errand)
      case .incidentUnassigned(let id), .replacementNotFound(let id): incident = id
      case .massSilence(.region(let name)): region = name
      case .massSilence(.network(let name)): network = name
      case .machine: break
      }
      $0.member("region", region)
      $0.member("network", network)
      $0.member("responder_id", responder)
      $0.member("responder", responder.map(view.name))
      $0.member("incident_id", incident)
      $0.member("opened_at", alert.openedAt)
      $0.member("closed_at", alert.closedAt)
      $0.member("detail", alert.closedAt == nil ? view.detail(of: alert) : alert.detail)
      $0.array("people") { list in
        for member in view.silenced(by: alert) {
          list.object {
            $0.member("responder_id", member.id)
            $0.member("responder", view.name(of: member.id))
            $0.member("fell_at", member.fellAt)
            $0.member("back_at", member.backAt)
            $0.member("carried_at", member.carriedAt)
          }
        }
      }
      let care = view.care(of: alert)
      if let act = care.acknowledged, let who = view.helper(of: alert) {
        $0.object("acknowledged") {
          $0.member("by", who)
          $0.member("at", act.at)
          $0.member("note", act.note)
        }
      } else {
        $0.member("acknowledged", nil as String?)
      }
      let snooze = alert.closedAt == nil ? care.snooze : nil
      $0.member("snoozed", snooze != nil)
      $0.member("snoozed_until", snooze?.until)
    }
  }
}
