import Rollcall
import RollcallStore
import RollcallWeb

extension CommandExecutor {
  func addEvent(
    _ slug: String, _ name: String, _ from: String?, _ to: String?, _ workspace: Workspace
  ) throws(StoreError) -> CommandOutcome {
    let new = NewEvent(
      slug: slug, name: name, from: try instant(from, workspace), to: try instant(to, workspace))
    let event = try store.events.addEvent(new, in: .commandLine(workspace.id))
    return CommandOutcome(
      .object(["id": .integer(event.id.rawValue), "slug": .string(event.slug)]),
      text: "Event \(event.slug) is made; phones send to /api/events/\(event.slug)/activity.")
  }

  func join(
    _ event: String, _ people: [Int64], _ profile: String?, _ workspace: Workspace
  ) throws(StoreError) -> CommandOutcome {
    var added = 0
    if let profile {
      added += try store.events.addParticipants(.profile(profile), to: event, in: .commandLine(workspace.id))
    }
    if !people.isEmpty || profile == nil {
      added += try store.events.addParticipants(
        .people(people.map { Responder.ID($0) }), to: event, in: .commandLine(workspace.id))
    }
    return CommandOutcome(
      .object(["added": .integer(Int64(added))]),
      text: added == 1 ? "1 participant is added." : "\(added) participants are added.")
  }

  func listEvents(_ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let events = try store.events.all(of: workspace.id)
    let lines = events.map { "\($0.event.slug)  \($0.event.name), \($0.participants) participants" }
    return CommandOutcome(
      .object([
        "events": .array(
          events.map { summary in
            .object([
              "id": .integer(summary.event.id.rawValue), "slug": .string(summary.event.slug),
              "name": .string(summary.event.name), "from": .optional(summary.event.from?.rfc3339),
              "to": .optional(summary.event.to?.rfc3339),
              "participants": .integer(Int64(summary.participants)),
            ])
          })
      ]), text: events.isEmpty ? "\(workspace.slug) has no events yet." : lines.joined(separator: "\n"))
  }

  /// A local day's beginning, a local day with its time, or an instant.
  func instant(_ text: String?, _ workspace: Workspace) throws(StoreError) -> Timestamp? {
    guard let text, !text.utf8.isEmpty else { return nil }
    guard let instant = LocalTime.instant(text, zone: workspace.timeZone) else {
      throw .invalid(
        "\"\(text)\" is no time: write a day such as 2026-11-23, or a day with its time such as \"2026-11-23 18:00\", in \(workspace.timeZone)"
      )
    }
    return instant
  }
}
