public import Rollcall

/// A phone requests a code: `{phone, device_id?}`.
public struct OTPRequest: Equatable, Sendable {
  /// The number to log in with.
  public var number: PhoneNumber
  /// The device the code is to be bound to. 1 to 128 bytes without control characters.
  public var deviceID: String?

  /// Decodes a request.
  public static func decode(bytes: [UInt8]) throws(WireError) -> OTPRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> OTPRequest in
      let members = JSONMembers<PhoneLoginField>(of: root)
      var findings = Findings()
      let number = findings.phoneNumber(members[.phone])
      let device = findings.identifier(members[.deviceID], PhoneLoginField.deviceID.name, limit: 128)
      try findings.throwFaults()
      guard let number else { throw .invalid([]) }
      return OTPRequest(number: number, deviceID: device)
    }
  }
}

/// A phone logs in: `{phone, otp, device_id, device_name?, platform?, os_version?, app_version?}`.
public struct TokenRequest: Equatable, Sendable {
  /// The number to log in with.
  public var number: PhoneNumber
  /// The code: six digits from an SMS, or ten from an admin.
  public var otp: String
  /// The installation. 1 to 128 bytes without control characters.
  public var deviceID: String
  /// The phone's description of itself; a value that is not a text of 1 to 100 bytes without control
  /// characters counts as absent.
  public var device: PhoneDevice

  /// Decodes a request.
  public static func decode(bytes: [UInt8]) throws(WireError) -> TokenRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> TokenRequest in
      let members = JSONMembers<PhoneLoginField>(of: root)
      var findings = Findings()
      let number = findings.phoneNumber(members[.phone])
      let otp = findings.needed(members[.otp], .otp, limit: 64)
      if let otp, !OTPDigits.isCode(otp) {
        findings.refuse(PhoneLoginField.otp.name, .format, "otp must be six or ten digits")
      }
      let device = findings.deviceID(members[.deviceID])
      try findings.throwFaults()
      guard let number, let otp, let device else { throw .invalid([]) }
      return TokenRequest(
        number: number, otp: otp, deviceID: device,
        device: PhoneDevice(
          name: said(members[.deviceName]), platform: said(members[.platform]),
          osVersion: said(members[.osVersion]), appVersion: said(members[.appVersion])))
    }
  }

  /// A malformed field does not fail the login.
  private static func said(_ value: JSONValue?) -> String? {
    guard let text = value?.string, (1...PhoneDevice.limit).contains(text.utf8.count),
      !text.hasControlCharacters
    else { return nil }
    return text
  }
}

/// A phone renews its tokens: `{refresh_token, device_id}`.
public struct RefreshRequest: Equatable, Sendable {
  /// The last token it received. 1 to 200 bytes.
  public var token: String
  /// The installation that logged in. 1 to 128 bytes without control characters.
  public var deviceID: String

  /// Decodes a request.
  public static func decode(bytes: [UInt8]) throws(WireError) -> RefreshRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> RefreshRequest in
      let members = JSONMembers<PhoneLoginField>(of: root)
      var findings = Findings()
      let token = findings.needed(members[.refreshToken], .refreshToken, limit: 200)
      let device = findings.deviceID(members[.deviceID])
      try findings.throwFaults()
      guard let token, let device else { throw .invalid([]) }
      return RefreshRequest(token: token, deviceID: device)
    }
  }
}

extension Findings {
  fileprivate mutating func needed(_ value: JSONValue?, _ field: PhoneLoginField, limit: Int) -> String? {
    required(value, field.name).flatMap { text($0, field.name, limit: limit) }
  }

  fileprivate mutating func deviceID(_ value: JSONValue?) -> String? {
    let name = PhoneLoginField.deviceID.name
    return required(value, name).flatMap { identifier($0, name, limit: 128) }
  }

  fileprivate mutating func phoneNumber(_ value: JSONValue?) -> PhoneNumber? {
    guard let text = needed(value, .phone, limit: 64) else { return nil }
    let number = PhoneNumber(text)
    if number == nil {
      refuse(PhoneLoginField.phone.name, .format, "phone must be + and 7 to 15 digits, the country first")
    }
    return number
  }
}

enum PhoneLoginField: Int, JSONField {
  case phone, otp, deviceID, refreshToken, deviceName, platform, osVersion, appVersion
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .phone: "phone"
    case .otp: "otp"
    case .deviceID: "device_id"
    case .refreshToken: "refresh_token"
    case .deviceName: "device_name"
    case .platform: "platform"
    case .osVersion: "os_version"
    case .appVersion: "app_version"
    }
  }
}
