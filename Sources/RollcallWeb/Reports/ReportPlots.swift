import Rollcall
import RollcallStore

/// A picture of a report: a table whose rows have a bar beside the numbers of which it is made.
struct ReportPlot: PagePart {
  /// A piece of a bar, in a box of 100 by 10.
  struct Piece: PagePart {
    var x, width, fill: String
  }

  /// A row: its name, its bar, and its numbers in words.
  struct Bar: PagePart {
    var name: String
    var pieces: [Piece]
    var numbers: [Number]
  }

  /// A number in words, and the part it is of.
  struct Number: PagePart {
    var part, text: String
  }

  /// A part of the bars: its name and its shade.
  struct Key: PagePart {
    var label, fill: String
  }

  var title: String
  var keys: [Key]
  var bars: [Bar]

  /// Told apart by lightness, too: on paper without colour.
  private static let shades = ["#1f7a4d", "#e3b44f", "#7c1510", "#b9c2cc", "#eef1f4"]
  private static let most = 24

  /// - Parameters:
  ///   - series: the names of the parts.
  ///   - rows: each row's values of the parts, in the order of display.
  ///   - text: a value in words.
  init?(
    _ title: String, _ series: [String], _ rows: [(name: String, values: [Double])], text: (Double) -> String
  ) {
    let shown = rows.prefix(Self.most)
    // The sum of the others would make all bars short.
    let longest = shown.map { $0.values.reduce(0, +) }.max() ?? 0
    guard longest > 0 else { return nil }
    self.title = title
    keys = series.enumerated().map { Key(label: $1, fill: Self.shade($0)) }
    func numbers(_ values: [Double]) -> [Number] {
      zip(series, values).map { Number(part: $0, text: text($1)) }
    }
    bars = shown.map { row in
      Bar(name: row.name, pieces: Self.pieces(row.values, of: longest), numbers: numbers(row.values))
    }
    if rows.count > Self.most {
      let rest = rows.dropFirst(Self.most)
      let sums = series.indices.map { part in rest.reduce(0) { $0 + $1.values[part] } }
      bars.append(Bar(name: Words.Plots.others, pieces: [], numbers: numbers(sums)))
    }
  }

  private static func pieces(_ values: [Double], of longest: Double) -> [Piece] {
    var reached = 0.0
    return values.enumerated().compactMap { part, value -> Piece? in
      guard value > 0 else { return nil }
      let width = value / longest * 100
      defer { reached += width }
      return Piece(
        x: Words.decimal(reached, places: 2), width: Words.decimal(max(width, 0.2), places: 2),
        fill: shade(part))
    }
  }

  private static func shade(_ part: Int) -> String { shades[part % shades.count] }
}

extension ReportPlot {
  /// The pictures of a report, from all of its rows.
  static func all(of report: Report, _ rows: [Report.Row], clock: PageClock) -> [ReportPlot] {
    let table = PlotTable(names: report.header, rows: rows, clock: clock)
    let plots: [ReportPlot?] =
      switch report.name {
      case "availability": [table.availability("responder"), table.availability("day")]
      case "gaps": [table.causes, table.hours]
      case "incidents": [table.acceptTimes]
      case "answers": [table.answers]
      case "reliability":
        [
          table.causes, table.phones(Words.Plots.byMaker, ["maker"]),
          table.phones(Words.Plots.bySystem, ["platform", "os_version"]),
          table.phones(Words.Plots.byApp, ["app_version"]),
        ]
      default: []
      }
    return plots.compactMap(\.self)
  }
}

/// The rows of a report by the names of their columns.
private struct PlotTable {
  let names: [String]
  let rows: [Report.Row]
  let clock: PageClock

  private func cell(_ row: Report.Row, _ name: String) -> Cell {
    names.firstIndex(of: name).map { row.cells[$0] } ?? .text(nil)
  }

  /// The text of a cell; `nil` where it has none.
  private func text(_ row: Report.Row, _ name: String) -> String? {
    cell(row, name).string.flatMap { $0.utf8.isEmpty ? nil : $0 }
  }

  private func sums(
    by group: (Report.Row) -> String, of columns: [String]
  ) -> [(name: String, values: [Double])] {
    var found: [String: [Double]] = [:]
    for row in rows {
      let values = columns.map { cell(row, $0).double ?? 0 }
      found[group(row)] = zip(found[group(row)] ?? columns.map { _ in 0 }, values).map(+)
    }
    return found.map { (name: $0.key, values: $0.value) }.sorted { $0.name < $1.name }
  }

  private static func largestFirst(
    _ rows: [(name: String, values: [Double])]
  ) -> [(name: String, values: [Double])] {
    rows.sorted { ($1.values.reduce(0, +), $0.name) < ($0.values.reduce(0, +), $1.name) }
  }

  private static func length(_ seconds: Double) -> String {
    Words.precisely(Milliseconds(exactly: (seconds * 1_000).rounded()) ?? 0)
  }

  func availability(_ group: String) -> ReportPlot? {
    let columns = ["online_s", "degraded_s", "offline_s", "unknown_s", "not_observed_s"]
    let found = sums(by: { text($0, group) ?? Words.Plots.notKnown }, of: columns)
    return ReportPlot(
      group == "day" ? Words.Plots.byDay : Words.Plots.byPerson, columns.map(Words.ReportColumns.title),
      found,
      text: Self.length)
  }

  var causes: ReportPlot? {
    let known = rows.filter { cell($0, "cause").string != nil }
    let table = PlotTable(names: names, rows: known, clock: clock)
    return ReportPlot(
      Words.Plots.silencesByCause, [Words.ReportColumns.title("seconds")],
      Self.largestFirst(table.sums(by: { Words.cause(cell($0, "cause").string ?? "") }, of: ["seconds"])),
      text: Self.length)
  }

  var hours: ReportPlot? {
    let causes = ["no_network", "battery_empty", "app_killed"]
    var sums = (0..<24).map { _ in [Double](repeating: 0, count: causes.count + 1) }
    for row in rows {
      guard let cause = cell(row, "cause").string, case .instant(let from?) = cell(row, "from") else {
        continue
      }
      let hour = Int(clock.local(from).milliseconds / 3_600_000)
      sums[hour][causes.firstIndex(of: cause) ?? causes.count] += cell(row, "seconds").double ?? 0
    }
    return ReportPlot(
      Words.Plots.silencesByHour, causes.map { Words.cause($0) } + [Words.Plots.others],
      sums.enumerated().map { (name: Words.Plots.hour($0), values: $1) }, text: Self.length)
  }

  /// Silent time by what phones say of themselves; `nil` when none says that.
  func phones(_ title: String, _ columns: [String]) -> ReportPlot? {
    let said = { (row: Report.Row) in columns.compactMap { text(row, $0) }.joined(separator: " ") }
    guard rows.contains(where: { !said($0).utf8.isEmpty }) else { return nil }
    let found = sums(
      by: { row in
        let phone = said(row)
        return phone.utf8.isEmpty ? Words.Plots.notKnown : phone
      }, of: ["seconds"])
    return ReportPlot(
      title, [Words.ReportColumns.title("seconds")], Self.largestFirst(found), text: Self.length)
  }

  var answers: ReportPlot? {
    let columns = ["accepted", "declined", "expired", "unreachable"]
    let found = sums(by: { text($0, "responder") ?? Words.Plots.notKnown }, of: columns)
    return ReportPlot(
      Words.Plots.answers, columns.map(Words.ReportColumns.title), Self.largestFirst(found)
    ) { Words.grouped(Int64($0)) }
  }

  /// How many incidents were accepted within 15 s, 30 s, 1 min …
  var acceptTimes: ReportPlot? {
    let limits = [15.0, 30, 60, 120, 300, 900]
    var counts = [Double](repeating: 0, count: limits.count + 2)
    for row in rows {
      let seconds = cell(row, "accept_s").double
      counts[seconds.map { time in limits.firstIndex { time <= $0 } ?? limits.count } ?? limits.count + 1] +=
        1
    }
    let names =
      limits.map { Words.Plots.upTo(Self.length($0)) }
      + [Words.Plots.longer(Self.length(limits[limits.count - 1])), Words.Plots.never]
    return ReportPlot(
      Words.Plots.answerTimes, [Words.ReportColumns.title("incidents")],
      zip(names, counts).map { (name: $0, values: [$1]) }
    ) { Words.grouped(Int64($0)) }
  }
}
