@testable import Columns

/// Rows as text, exact to the bit: a line for each row, `-` for NULL, doubles as the 16 hexadecimal digits of their bits.
enum RowText {
  static func lines<Name: ColumnName>(_ rows: Rows<Name>) -> [String] {
    (0..<rows.count).map { row in
      Name.allCases.map { name in
        if Name.traits.doubles >> UInt32(name.rawValue) & 1 == 1 {
          return rows.double(name, row).map(bits) ?? "-"
        }
        return rows.integer(name, row).map(String.init) ?? "-"
      }.joined(separator: " ")
    }
  }

  static func bits(_ double: Double) -> String {
    let digits = String(double.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The same of rows that no column has held yet.
  static func lines(_ rows: [PingRow]) -> [String] {
    func text(_ value: Int64?) -> String { value.map(String.init) ?? "-" }
    func text(_ value: Double?) -> String { value.map(bits) ?? "-" }
    return rows.map { row in
      [
        text(row.effectiveAt), text(row.recordedAt), text(row.receivedAt), text(row.id), text(row.flags),
        row.onDuty ? "1" : "0", text(row.timeSource), text(row.latitude), text(row.longitude),
        text(row.queue),
        text(row.sequence), text(row.isMock), text(row.variant), text(row.accuracy), text(row.speed),
        text(row.heading), text(row.altitude), text(row.source), text(row.battery), text(row.signal),
        text(row.visit), text(row.fixAge), text(row.confirmedAt),
      ].joined(separator: " ")
    }
  }

  static func lines(_ rows: [UploadRow]) -> [String] {
    func text(_ value: Int64?) -> String { value.map(String.init) ?? "-" }
    func text(_ value: Double?) -> String { value.map(bits) ?? "-" }
    return rows.map { row in
      [
        text(row.receivedAt), text(row.number), text(row.sentAt), text(row.session), text(row.stored),
        text(row.duplicates), text(row.expired), text(row.rejected), text(row.latestPing),
        text(row.knownBattery),
        row.lowPower ? "1" : "0", row.backlog ? "1" : "0", text(row.confirmedAt), text(row.permission),
        text(row.locationServices), text(row.powerMode), text(row.appState), text(row.queueDepth),
        text(row.oldestEntryAge), text(row.network), text(row.interval), text(row.adapterDevice),
        text(row.latestEffectiveAt),
      ].joined(separator: " ")
    }
  }
}
