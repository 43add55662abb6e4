import Foundation
import HTTPServer
import RollcallStore

/// An error in the program's settings: exit code 78.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
  /// The problem, for the operator.
  public let description: String

  /// An error in words.
  public init(_ words: String) { description = words }
}

/// Errors in words for the person at the terminal.
public enum Words {
  /// One sentence about `error`.
  public static func of(_ error: any Error) -> String {
    switch error {
    case let error as StoreError: of(error)
    case let error as SettingsError: error.description
    case let error as ServerError: error.description
    case let error as DecodingError: of(error)
    case let error as CocoaError: of(error)
    default: String(describing: error)
    }
  }

  private static func of(_ error: StoreError) -> String {
    switch error {
    case .notFound(let what): "\(what) does not exist"
    case .invalid(let reason), .conflict(let reason), .unavailable(let reason): reason
    case .keyReused: "the key was used before"
    }
  }

  private static func of(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      (path(context) + ["\"\(key.stringValue)\" is missing"]).joined(separator: ": ")
    case .typeMismatch(let type, let context):
      (path(context) + ["this must be \(kind(type))"]).joined(separator: ": ")
    case .valueNotFound(let type, let context):
      (path(context) + ["this must be \(kind(type)), not null"]).joined(separator: ": ")
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "this is not a JSON file"
    case .dataCorrupted(let context): (path(context) + [context.debugDescription]).joined(separator: ": ")
    @unknown default: String(describing: error)
    }
  }

  /// What JSON calls a value of a type.
  private static func kind(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any Numeric.Type: "a number"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }

  private static func path(_ context: DecodingError.Context) -> [String] {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return path.isEmpty ? [] : [path.joined(separator: ".")]
  }

  private static func of(_ error: CocoaError) -> String {
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "it may not be read"
    default: error.localizedDescription
    }
  }
}
