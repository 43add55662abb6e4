import Foundation
import RollcallWire

/// How an app describes the phone at login.
public struct DeviceDescription: Equatable, Sendable {
  /// What its owner calls it, e.g. `Ana's phone`.
  public var name: String?
  /// E.g. `ios`.
  public var platform: String?
  /// The version of the platform.
  public var osVersion: String?
  /// The version of the app.
  public var appVersion: String?

  /// Creates a description.
  public init(
    name: String? = nil, platform: String? = nil, osVersion: String? = nil, appVersion: String? = nil
  ) {
    self.name = name
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
  }
}

/// The pair of tokens that a login or a refresh returns.
struct IssuedTokens: Decodable, Sendable {
  var access: String
  var refresh: String?
  var owner: SessionOwner?

  enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case refresh = "refresh_token"
    case owner = "responder"
  }
}

/// The `data` of an answer.
private struct Answered<Payload: Decodable>: Decodable {
  var data: Payload?

  static func read(_ answer: HTTPAnswer) -> Payload? {
    (try? JSONDecoder().decode(Self.self, from: Data(answer.body)))?.data
  }
}

/// The part of `GET /app/v1/me` that the kit uses: the session's owner, and their duty as the server knows
/// it.
struct SessionProfile: Decodable, Sendable {
  struct Duty: Decodable, Sendable {
    var state: String
    var order: String?
  }

  var responder: SessionOwner
  var duty: Duty?
}

extension RollcallClient {
  /// Requests a code by SMS, once. The answer never reveals whether the number is known.
  func requestCode(phone: String, deviceID: String) async -> Outcome<Void> {
    let body = Self.object { body in
      body.member("phone", phone)
      body.member("device_id", deviceID)
    }
    return await outcome(of: call("POST", "/app/v1/auth/otp", body: body)) { _, _ in () }
  }

  /// Logs in with a code, once.
  func logIn(
    phone: String, code: String, deviceID: String, device: DeviceDescription
  ) async -> Outcome<IssuedTokens> {
    let body = Self.object { body in
      body.member("phone", phone)
      body.member("otp", code)
      body.member("device_id", deviceID)
      body.known("device_name", device.name)
      body.known("platform", device.platform)
      body.known("os_version", device.osVersion)
      body.known("app_version", device.appVersion)
    }
    return await outcome(of: call("POST", "/app/v1/auth/token", body: body)) { answer, _ in
      Answered<IssuedTokens>.read(answer)
    }
  }

  /// Exchanges a refresh token for a new pair, once. When the answer was lost, repeating the call returns the
  /// same pair: at any time while the new pair is unused, and otherwise within a minute of the last answer.
  func refresh(_ token: String, deviceID: String) async -> Outcome<IssuedTokens> {
    let body = Self.object { body in
      body.member("refresh_token", token)
      body.member("device_id", deviceID)
    }
    return await outcome(of: call("POST", "/app/v1/auth/refresh", body: body)) { answer, _ in
      Answered<IssuedTokens>.read(answer)
    }
  }

  /// Ends the session and the duty, once.
  func logOut() async -> Outcome<Void> {
    await outcome(of: call("POST", "/app/v1/auth/logout"), empty: ()) { _, _ in () }
  }

  /// Asks once for the owner of this session.
  ///
  /// - Throws: `Refusal`, `Unreachable`.
  public func owner() async throws -> SessionOwner { try await me().value.responder }

  /// Asks once for the owner of this session and their duty as the server knows it.
  func me() async -> Outcome<SessionProfile> {
    await outcome(of: call("GET", "/app/v1/me")) { answer, _ in Answered<SessionProfile>.read(answer) }
  }

  private static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(members)
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func known(_ name: String, _ text: String?) {
    if let text { member(name, text) }
  }
}
