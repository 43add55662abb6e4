/// The text exposition format of Prometheus, version 0.0.4.
struct MetricsText {
  private(set) var bytes: [UInt8] = []

  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Begins a family. Its samples must follow immediately.
  mutating func family(_ name: String, _ type: String, _ help: String) {
    line("# HELP \(name) \(help)")
    line("# TYPE \(name) \(type)")
  }

  /// One sample.
  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Int) {
    line("\(name)\(Self.braces(labels)) \(value)")
  }

  /// A whole histogram.
  mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    family(name, "histogram", help)
    var total = 0
    for (bound, count) in zip(histogram.bounds, histogram.buckets) {
      total += count
      sample("\(name)_bucket", [("le", "\(bound)")], total)
    }
    sample("\(name)_bucket", [("le", "+Inf")], histogram.count)
    line("\(name)_sum \(histogram.sum)")
    sample("\(name)_count", [], histogram.count)
  }

  private static func braces(_ labels: [(String, String)]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
