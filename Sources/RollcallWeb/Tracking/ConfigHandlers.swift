import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension UploadWeb {
  /// `GET /app/v1/me`
  @Sendable func me(_ phone: PhoneRequest, _ reply: Reply) {
    store.liveness.contact(phone.session) { outcome in
      reply.send(Web.response(outcome) { Self.meAnswer($0) })
    }
  }

  /// `GET /app/v1/config`
  @Sendable func config(_ phone: PhoneRequest, _ reply: Reply) {
    store.liveness.contact(phone.session) { outcome in
      reply.send(
        Web.response(outcome) { view in
          let response = Answer.make(.ok, "Configuration") { Self.write(config: view, to: &$0) }
          guard case .bytes(let bytes) = response.body else { return response }
          return response.tagged(ETag(of: bytes), for: phone.request)
        })
    }
  }

  /// The answer to a phone about itself.
  static func meAnswer(_ view: PhoneView) -> Response {
    Answer.make(.ok, "You") { data in
      data.object { me in
        me.object("responder") {
          $0.member("id", view.responder.id)
          $0.member("name", view.responder.name)
          $0.member("profile", view.responder.profile)
          $0.member("region", view.responder.region)
          $0.member("external_id", view.responder.externalID)
        }
        me.object("workspace") {
          $0.member("slug", view.workspace.slug)
          $0.member("name", view.workspace.name)
          $0.member("time_zone", view.workspace.timeZone)
        }
        me.object("duty") {
          $0.member("state", view.duty.rawValue)
          $0.member("label", view.profile.label(for: view.duty))
          $0.member("order", view.order)
        }
        me.member("status", view.live.status.rawValue)
        me.member("since", view.live.since)
        me.member("rule", view.live.reason)
        write(signal: view, to: &me)
      }
    }
  }

  private static func write(config view: PhoneView, to data: inout JSONWriter) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let rules = (try? encoder.encode(view.profile.rules)).map(Array.init) ?? Array("[]".utf8)
    data.object { config in
      config.member("profile", view.profile.name)
      config.key("rules")
      config.raw(rules)
      config.member("rule", view.rule?.name)
      config.member("queue_limit", view.profile.queueLimit)
      config.member("batch_limit", Batch.limit)
      config.member("order", view.profile.order?.rawValue)
      config.member("time_zone", view.workspace.timeZone)
      config.object("flags") {
        for flag in Rollout.Flag.allCases {
          $0.member(flag.rawValue, view.rollout.isOn(flag, for: view.responder.id))
        }
      }
      write(signal: view, to: &config)
    }
  }

  /// The light in the app: red = permission or location services off; yellow = not reached as it should be.
  private static func write(signal view: PhoneView, to object: inout JSONWriter) {
    let (colour, reason) = signal(view)
    object.object("signal") {
      $0.member("colour", colour)
      $0.member("reason", reason)
    }
  }

  private static func signal(_ view: PhoneView) -> (colour: String, reason: String?) {
    if view.permission == .denied { return ("red", "permission_denied") }
    if view.locationServices == false { return ("red", "location_services_off") }
    switch view.live.status {
    case .degraded, .offline, .unknown: return ("yellow", view.live.status.rawValue)
    case .online, .offDuty: return ("green", nil)
    }
  }
}
