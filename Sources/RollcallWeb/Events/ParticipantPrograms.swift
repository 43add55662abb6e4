import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

// Who takes part in an event, for programs.
extension EventWeb {
  /// `GET /w/{ws}/events/{slug}/participants.json`
  @Sendable func participantList(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try told(asked)
  }

  /// `POST /w/{ws}/events/{slug}/participants.json`: all or none; who takes part already stays.
  @Sendable func addByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let event = try named(asked)
      let request = try Programs.read { () throws(WireError) in
        try ParticipantsRequest.decode(bytes: asked.request.body)
      }
      do throws(StoreError) {
        try store.events.addParticipants(NewParticipants(request), to: event.slug, in: asked.visitor.scope)
      } catch {
        // Only a profile can be one that is not there.
        guard case .invalid(let text) = error else { throw .store(error) }
        throw .field("profile", text, rule: "format")
      }
      return try Programs.stored { () throws(StoreError) -> Response in try told(asked) }
    }
  }

  /// `POST /w/{ws}/events/{slug}/participants/remove.json`: all or none.
  @Sendable func removeByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      let event = try named(asked)
      let people = try Programs.read { () throws(WireError) in
        try LeavingRequest.decode(bytes: asked.request.body)
      }
      return try Programs.stored { () throws(StoreError) -> Response in
        try store.events.removeParticipants(people, from: event.slug, in: asked.visitor.scope)
        return try told(asked)
      }
    }
  }

  /// The event of the path. Blocks.
  private func named(_ asked: ConsoleRequest) throws(ProgramRefusal) -> Event {
    try Programs.requireJSON(asked.request)
    return try Programs.stored { () throws(StoreError) in try participants(asked).event }
  }

  /// Who takes part now. Blocks.
  private func told(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (event, people) = try participants(asked)
    var writer = JSONWriter(reserving: people.count * 48 + 64)
    writer.object { root in
      root.member("slug", event.slug)
      root.array("participants") { list in
        for id in people {
          list.object { one in
            one.member("id", id)
            one.member("name", store.liveness.boardEntry(of: id, in: event.workspace)?.person.name)
          }
        }
      }
    }
    return .json(writer.bytes)
  }
}

extension NewParticipants {
  fileprivate init(_ request: ParticipantsRequest) {
    switch request {
    case .people(let ids): self = .people(ids)
    case .profile(let name): self = .profile(name)
    }
  }
}
