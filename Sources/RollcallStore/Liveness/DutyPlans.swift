import Rollcall
import SQL

/// Which timetables people had, and from when on.
struct DutyPlans {
  /// The rules of one person in order: each holds until the next.
  private var plans: [Responder.ID: [(since: Timestamp, rule: String?)]] = [:]
  /// The hours of a rule in a span: many people share one.
  private var hours: [String: [TimeSpan]] = [:]
  private let span: TimeSpan
  private let offset: Timetable.Offset

  /// Reads the plans of some people for a span.
  init(
    of people: [Responder.ID], in workspace: Workspace.ID, _ span: TimeSpan,
    offset: @escaping Timetable.Offset, _ db: Database
  ) throws {
    (self.span, self.offset) = (span, offset)
    guard try db.exists("SELECT 1 FROM duty_plan WHERE workspace_id = \(workspace)") else { return }
    for id in people {
      plans[id] = try db.all(
        """
        SELECT since, rule FROM duty_plan
        WHERE workspace_id = \(workspace) AND responder_id = \(id) AND since < \(span.to) ORDER BY since
        """
      ) { (since: try $0["since"], rule: try $0["rule"]) }
    }
  }

  /// How much of the span was planned for a person, milliseconds; `nil` = they had no timetable in it.
  mutating func planned(for id: Responder.ID) throws -> Milliseconds? {
    guard let plans = plans[id] else { return nil }
    var planned: Milliseconds?
    for (index, plan) in plans.enumerated() {
      guard let rule = plan.rule else { continue }
      let end = plans.indices.contains(index + 1) ? plans[index + 1].since : span.to
      guard let held = TimeSpan(from: plan.since, to: end).overlap(span) else { continue }
      let spans = try hours(of: rule).compactMap { $0.overlap(held) }
      planned = (planned ?? 0) + spans.reduce(0) { $0 + $1.length }
    }
    return planned
  }

  private mutating func hours(of rule: String) throws -> [TimeSpan] {
    if let known = hours[rule] { return known }
    let found = try DutyRules.decode(rule).timetable?.spans(in: span, offset: offset) ?? []
    hours[rule] = found
    return found
  }
}

extension LivenessWrites {
  /// Notes a person's timetable when it is another than the last one noted.
  func recordPlan(of state: ResponderState) throws {
    let isActive = try Responders.find(state.id, in: state.workspace, db)?.isActive ?? false
    let rule = isActive ? state.dutyRule.flatMap { $0.timetable == nil ? nil : $0 } : nil
    let document = try rule.map(DutyRules.encode)
    let last = try db.first(
      """
      SELECT coalesce(rule, '') FROM duty_plan
      WHERE workspace_id = \(state.workspace) AND responder_id = \(state.id) ORDER BY since DESC LIMIT 1
      """, as: String.self)
    guard document ?? "" != last ?? "" else { return }
    try db.run(
      """
      INSERT INTO duty_plan (workspace_id, responder_id, since, rule)
      VALUES (\(state.workspace), \(state.id), \(now), \(document))
      ON CONFLICT (workspace_id, responder_id, since) DO UPDATE SET rule = excluded.rule
      """)
  }
}
