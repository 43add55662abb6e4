import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The rules for Prometheus: well formed, and about metrics that exist")
struct AlertRulesFileTests {
  /// One rule, as the keys and values of its lines.
  private typealias Rule = [String: String]

  private static func lines() throws -> [String] {
    let text = try String(
      contentsOf: Console.root.appendingPathComponent("ops/alerts.yml"), encoding: .utf8)
    #expect(text.hasSuffix("\n") && !text.contains("\t"))
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The rules of the file. Its YAML is of the simplest: a key and a value on each line, two blanks a level.
  private static func rules() throws -> [Rule] {
    let lines = try lines()
    #expect(Array(lines.prefix(3)) == ["groups:", "  - name: rollcall", "    rules:"])
    var rules: [Rule] = []
    for line in lines.dropFirst(3) {
      let indent = line.prefix { $0 == " " }.count
      let isFirst = line.hasPrefix("      - ")
      #expect(isFirst || indent == 8 || indent == 10, "\(line)")
      let pair = line.dropFirst(isFirst ? 8 : indent).split(separator: ":", maxSplits: 1)
      try #require(pair.count >= 1)
      if isFirst { rules.append([:]) }
      try #require(!rules.isEmpty)
      let value = pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : ""
      let isNew = rules[rules.count - 1].updateValue(value, forKey: String(pair[0])) == nil
      #expect(isNew, "\(line)")
    }
    return rules
  }

  @Test("every rule has an expression, a severity and two sentences, quoted where YAML needs it")
  func form() throws {
    let rules = try Self.rules()
    // Whether one about a person who is offline can wait depends on whether they have an incident.
    let ours = rules.filter { $0["alert"]?.hasPrefix("Rollcall") == false }
    #expect(ours.count == AlertKind.allCases.count + 1)
    for rule in rules {
      let keys = Set(rule.keys).subtracting(["for"])
      #expect(
        keys == ["alert", "expr", "labels", "severity", "annotations", "summary", "description"], "\(rule)")
      #expect(rule["labels"] == "" && rule["annotations"] == "")
      #expect(["critical", "warning"].contains(rule["severity"]))
      for key in ["summary", "description"] {
        let text = rule[key] ?? ""
        #expect(
          text.hasPrefix("\"") && text.hasSuffix("\"") && text.split(separator: "\"").count == 1, "\(text)")
        #expect(text.split(separator: "{{").count == text.split(separator: "}}").count)
      }
    }
  }

  @Test("there is one rule for each kind, of the same urgency, that asks for its gauge as it is exported")
  func metrics() throws {
    let rules = try Self.rules()
    let critical: Set<AlertKind> = [
      .noOnlineResponders, .incidentUnassigned, .replacementNotFound, .massSilence, .clockInDoubt,
      .diskNearlyFull, .writerBehind,
    ]
    let machine = Set(MachineFault.allCases.map(\.rawValue))
    for kind in AlertKind.allCases where kind != .responderOffline {
      let rule = try #require(rules.first { $0["alert"] == kind.rawValue })
      let gauge = "rollcall_alerts_open{kind=\"\(kind.rawValue)\"}"
      // One machine, told once.
      let isMachine = machine.contains(kind.rawValue)
      #expect(rule["expr"] == (isMachine ? "max without (workspace) (\(gauge)) > 0" : "\(gauge) > 0"))
      #expect(rule["severity"] == (critical.contains(kind) ? "critical" : "warning"))
    }
    let offline = rules.filter { $0["alert"] == "ResponderOffline" }
    let gauges = ["open", "critical"].map { "rollcall_alerts_\($0){kind=\"ResponderOffline\"}" }
    #expect(offline.map { $0["severity"] } == ["critical", "warning"])
    #expect(offline.map { $0["expr"] } == ["\(gauges[1]) > 0", "\(gauges[0]) - \(gauges[1]) > 0"])
    // The gauge is exported under this name and label for every kind.
    let web = try TestWeb()
    var text = MetricsText()
    try AlertMetrics(try web.store.fleet.workspaces(), web.store).write(to: &text)
    let exported = String(decoding: text.bytes, as: UTF8.self)
    for kind in AlertKind.allCases {
      #expect(exported.contains("rollcall_alerts_open{workspace=\"north\",kind=\"\(kind.rawValue)\"} 0\n"))
    }
  }
}
