import Rollcall
import RollcallStore

extension DoubtWeb {
  /// Doubts on a responder's page, beside the counts: how doubtful today is, and when positions were last
  /// confirmed to be false. Blocks.
  func doubtFacts(of id: Responder.ID, _ visitor: Visitor, _ clock: PageClock) throws(StoreError) -> [Fact] {
    let workspace = visitor.workspace
    let today = clock.local(clock.now).date
    let tomorrow = CivilDate(daysSince1970: today.daysSince1970 + 1)
    let groups = try store.tracking.doubts(
      of: workspace, in: TimeSpan(from: clock.start(of: today), to: clock.start(of: tomorrow)), responder: id)
    var filter = DoubtFilter()
    filter.responder = id.rawValue
    let review = Link(label: "Review", href: filter.query.link(Shell.Section.suspicious.path(workspace.slug)))
    var facts: [Fact] = []
    if !groups.isEmpty {
      let score = DoubtScore(groups.map { ($0.flag, $0.open, $0.confirmed) })
      facts.append(
        Fact(
          Words.Doubts.scoreToday, "\(score.points) of 100",
          links: visitor.role.allows(.reviewFlags) ? [review] : []))
    }
    if let last = try store.tracking.confirmedFalse(of: workspace)[id] {
      facts.append(Fact(Words.Doubts.confirmedFalse, clock.minute(last), level: "danger"))
    }
    return facts
  }
}
