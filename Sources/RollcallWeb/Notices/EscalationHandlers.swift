import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension NoticeWeb {
  /// `GET /w/{ws}/settings/escalation`
  @Sendable func escalation(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let stored = try store.channels.escalation(of: asked.visitor.workspace.id)
    return try escalationPage(asked, EscalationForm(stored), notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/settings/escalation`
  @Sendable func saveEscalation(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = EscalationForm(form.pairs)
    let channels = try store.channels.all(of: asked.visitor.workspace.id)
    let (escalation, problems) = typed.read(channels)
    guard problems.isEmpty else { return try escalationPage(asked, typed, problems: problems) }
    try store.channels.set(escalation, in: asked.visitor.scope)
    return web.fleet.saved(asked)
  }

  /// `GET /w/{ws}/settings/escalation.json`
  @Sendable func escalationJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    .json(Self.json(try store.channels.escalation(of: asked.visitor.workspace.id)))
  }

  /// `POST /w/{ws}/settings/escalation.json`
  @Sendable func saveEscalationByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let escalation = try Programs.read { () throws(WireError) in
        try EscalationRequest.decode(bytes: asked.request.body)
      }
      do throws(StoreError) { try store.channels.set(escalation, in: asked.visitor.scope) } catch {
        guard case .invalid(let words) = error else { throw .store(error) }
        throw .field("steps", words)
      }
      return .json(Self.json(escalation))
    }
  }

  private static func json(_ escalation: Escalation) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { root in
      root.member("only_critical", escalation.isOnlyCritical)
      root.array("steps") { list in
        for step in escalation.steps {
          list.object { item in
            item.member("channel_id", step.channel.rawValue)
            item.member("after_s", step.after / 1_000)
          }
        }
      }
    }
    return writer.bytes
  }

  private func escalationPage(
    _ asked: ConsoleRequest, _ form: EscalationForm, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let page = EscalationPage(
      form, channels: try store.channels.all(of: workspace.id).map { ($0.id, $0.draft.name) },
      shell: web.fleet.settingsShell(Words.Escalations.title, asked), slug: workspace.slug,
      problems: problems, notice: notice)
    return web.html(pages.render(page), status: problems.isEmpty ? .ok : .badRequest)
  }
}
