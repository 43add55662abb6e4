import Foundation
import Rollcall

/// Names of downloaded files, which say who and when: `statement-barbara-potocnik-2026-11-22-1200-2026-11-22-1600.zip`.
enum FileName {
  /// A name for the header `Content-Disposition`.
  ///
  /// - Parameters:
  ///   - parts: what and who, from names in any script; empty ones are left out.
  ///   - span: when; by the clocks of the workspace.
  static func make(_ parts: [String], _ span: TimeSpan?, _ clock: PageClock, ending: String) -> String {
    joined(parts, span.map { [stamp($0.from, clock), stamp($0.to, clock)] } ?? [], ending)
  }

  /// The same of what is so at one instant: `board-acme-2026-11-22-1705.json`.
  static func make(_ parts: [String], at instant: Timestamp, _ clock: PageClock, ending: String) -> String {
    joined(parts, [stamp(instant, clock)], ending)
  }

  private static func joined(_ parts: [String], _ when: [String], _ ending: String) -> String {
    (parts.map(plain) + when).filter { !$0.utf8.isEmpty }.joined(separator: "-") + ".\(ending)"
  }

  /// The header's value: the file is saved, not shown.
  static func attachment(_ name: String) -> String { "attachment; filename=\"\(name)\"" }

  /// The header's value: the file is shown, and saved under this name.
  static func inline(_ name: String) -> String { "inline; filename=\"\(name)\"" }

  /// `2026-11-22-1200`.
  private static func stamp(_ instant: Timestamp, _ clock: PageClock) -> String {
    let local = clock.local(instant)
    return
      "\(local.isoDay)-\(local.minutes.utf8.filter { $0 != UInt8(ascii: ":") }.map { String(UnicodeScalar($0)) }.joined())"
  }

  /// Letters without marks, digits, and hyphens for the rest; at most 60.
  static func plain(_ text: String) -> String {
    let folded = text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    var (kept, isGap): ([UInt8], Bool) = ([], false)
    for scalar in folded where kept.count < 60 {
      // A mark over the letter before it.
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain {
        if isGap, !kept.isEmpty { kept.append(UInt8(ascii: "-")) }
        kept.append(UInt8(scalar.value))
      }
      isGap = !isPlain
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
