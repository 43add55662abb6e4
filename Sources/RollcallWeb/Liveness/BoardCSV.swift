import HTTPServer
import Rollcall
import RollcallStore

extension LivenessWeb {
  private static let boardColumns = [
    "id", "name", "profile", "region", "duty_state", "duty_label", "status", "since", "rule", "rule_name",
    "last_contact_at", "last_fix_at", "lat", "lng", "accuracy_m", "battery_level", "flags", "assignment",
  ]

  /// `GET /w/{ws}/board.csv`: complete, with the page's filter and order; with `at` that of a past moment.
  @Sendable func boardCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let filter = BoardFilter(asked.request.query.pairs)
    let view = try boardView(asked, filter)
    var rest = view.items[...]
    let words = try filter.audited(store, asked.visitor.workspace)
    return try web.exports.csv(
      "board", Self.boardColumns, asked.visitor, filter: words.isEmpty ? "everybody" : words
    ) {
      csv, zone in
      let page = rest.prefix(CSVWriter.rowsAtOnce)
      for item in page { Self.write(item, at: view.now, to: &csv, &zone) }
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (page.count, rest.isEmpty)
    }
  }

  private static func write(
    _ item: BoardView.Item, at now: Timestamp, to csv: inout CSVWriter, _ zone: inout Zone
  ) {
    let entry = item.entry
    csv.number(entry.id.rawValue)
    csv.text(entry.person.name)
    csv.text(entry.person.profile)
    csv.text(entry.person.region)
    csv.text(entry.live.duty.rawValue)
    csv.text(item.dutyLabel)
    csv.text(item.live.status.rawValue)
    csv.instant(item.live.since, &zone)
    csv.text(item.live.reason)
    csv.text(entry.rule)
    csv.instant(entry.live.lastContact, &zone)
    csv.instant(entry.fixAt, &zone)
    csv.number(entry.position?.latitude)
    csv.number(entry.position?.longitude)
    csv.number(entry.accuracy)
    csv.number(entry.phone.battery.value)
    csv.text(item.flags.isEmpty ? nil : item.flags.joined(separator: " "))
    csv.text(Words.errand(entry.errand(at: now)))
    csv.endRow()
  }
}
