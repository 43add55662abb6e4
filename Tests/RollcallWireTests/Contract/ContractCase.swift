import Foundation
import Rollcall

/// One golden request with its answer.
struct ContractCase: Sendable, CustomStringConvertible {
  struct Step: Sendable {
    let method: String
    let path: String
    let isLenient: Bool
    /// The bytes of the body, placeholders filled; `nil` when the case has none, or only a size.
    let body: [UInt8]?
    let status: Int
    /// The answer's body as JSON with sorted keys; `nil` when it is not looked at.
    let answer: String?
    /// `data.errors` or `data.rejected` with sorted keys.
    let errors: String?
    let code: String?
  }

  static let now = Timestamp(milliseconds: 1_795_253_400_000)
  let name: String
  let steps: [Step]
  var description: String { name }

  /// All cases of Tests/Contract.
  static func all() throws -> [ContractCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Contract/cases")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { try ContractCase(file: $0) }
  }

  private init(file: URL) throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
    name = object["name"] as? String ?? ""
    let before = object["before"] as? [[String: Any]] ?? []
    steps = try (before + [object]).map { try Step($0) }
  }
}

extension ContractCase.Step {
  init(_ object: [String: Any]) throws {
    let request = object["request"] as? [String: Any] ?? [:]
    let answer = object["answer"] as? [String: Any] ?? [:]
    method = request["method"] as? String ?? ""
    path = request["path"] as? String ?? ""
    isLenient = (request["headers"] as? [String: String])?["Prefer"] == "handling=lenient"
    if let json = request["body"] {
      body = try Array(Self.filled(Self.text(json)).utf8)
    } else {
      body = (request["raw"] as? String).map { Array($0.utf8) }
    }
    status = answer["status"] as? Int ?? 0
    let envelope = answer["body"] as? [String: Any]
    let data = envelope?["data"] as? [String: Any]
    self.answer = try answer["body"].map { try Self.text($0) }
    errors = try (data?["errors"] ?? data?["rejected"]).map { try Self.text($0) }
    code = envelope?["code"] as? String
  }

  /// A JSON value as text with sorted keys.
  static func text(_ json: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: json, options: options), as: UTF8.self)
  }

  private static func filled(_ text: String) -> String {
    text.replacing(/"?<now(?:-(\d+)([sd]))?( in milliseconds)?>"?/) { match in
      let amount = match.output.1.flatMap { Int64($0) } ?? 0
      let unit: Int64 = match.output.2 == "d" ? 86_400_000 : 1_000
      let instant = ContractCase.now.advanced(by: -amount * unit)
      return match.output.3 == nil ? "\"\(instant.rfc3339)\"" : "\(instant.milliseconds)"
    }
  }
}
