import Dispatch
import Foundation
public import Logging
import Rollcall

/// Logs as plain lines to standard error: `2026-07-25T10:00:00.000Z info listening on … key=value`.
///
/// An entry is always one line: control characters, quotes and backslashes are written as escapes, scalar by
/// scalar.
struct LineLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  let write: @Sendable ([UInt8]) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }
    RecentTroubles.all.record(
      event.level, String(decoding: Self.text("\(event.message)", fields), as: UTF8.self), at: .now)
    write(Self.line(at: .now, level: event.level, message: "\(event.message)", fields: fields))
  }

  static func line(
    at time: Timestamp, level: Logger.Level, message: String, fields: Logger.Metadata
  ) -> [UInt8] {
    Array("\(time.rfc3339) \(level.rawValue) ".utf8) + text(message, fields) + [UInt8(ascii: "\n")]
  }

  /// The message with its fields, as they stand in a line.
  private static func text(_ message: String, _ fields: Logger.Metadata) -> [UInt8] {
    var line: [UInt8] = []
    escape(message, into: &line)
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      line += Array(" \(key)=".utf8)
      let text = "\(value)"
      let isPlain =
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
      if isPlain {
        line += Array(text.utf8)
      } else {
        line.append(UInt8(ascii: "\""))
        escape(text, into: &line)
        line.append(UInt8(ascii: "\""))
      }
    }
    return line
  }

  private static func escape(_ text: String, into line: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: line += Array(#"\n"#.utf8)
      case 0x22: line += Array(#"\""#.utf8)
      case 0x5C: line += Array(#"\\"#.utf8)
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029:
        line += Array(("\\u{" + String(scalar.value, radix: 16) + "}").utf8)
      default: line += Array(String(scalar).utf8)
      }
    }
  }
}

/// The logs of this program.
public enum Logs {
  /// A logger to standard error. At most ten notices, warnings and errors a second are written, with a line
  /// that counts the rest: a flood of requests must not fill a disk.
  public static func standard(level: Logger.Level) -> Logger {
    let limiter = LogLimiter(limit: 10)
    return Logger(label: "rollcall") { _ in
      LimitedLog(
        line: LineLog(logLevel: level) { line in
          line.withUnsafeBytes { _ = Foundation.write(2, $0.baseAddress, $0.count) }
        }, limiter: limiter)
    }
  }
}

/// A log with a limit of lines a second.
private struct LimitedLog: LogHandler {
  var line: LineLog
  let limiter: LogLimiter

  var logLevel: Logger.Level {
    get { line.logLevel }
    set { line.logLevel = newValue }
  }
  var metadata: Logger.Metadata {
    get { line.metadata }
    set { line.metadata = newValue }
  }
  var metadataProvider: Logger.MetadataProvider? {
    get { line.metadataProvider }
    set { line.metadataProvider = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { line[metadataKey: key] }
    set { line[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    guard (Logger.Level.notice...Logger.Level.error).contains(event.level) else {
      return line.log(event: event)
    }
    switch limiter.judge(at: Self.now) {
    case .write(let leftOut):
      say(leftOut)
      line.log(event: event)
    case .leaveOut(let isFirst):
      guard isFirst else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { say(limiter.leftOut(at: Self.now)) }
    }
  }

  private func say(_ leftOut: Int) {
    guard leftOut > 0 else { return }
    line.write(
      LineLog.line(
        at: .now, level: .warning, message: "more lines were left out", fields: ["count": "\(leftOut)"]))
  }

  /// The time since the machine was started.
  private static var now: Duration { .seconds(ProcessInfo.processInfo.systemUptime) }
}

extension Timestamp {
  static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}
