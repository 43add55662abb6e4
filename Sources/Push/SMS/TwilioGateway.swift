import Foundation

/// A gateway that speaks Twilio's API.
/// https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
public struct TwilioGateway: SMSGateway {
  private let url: String
  private let account: String
  private let token: String
  private let from: String

  /// - Parameters:
  ///   - url: the gateway's base address.
  ///   - from: the sender.
  public init(url: String, account: String, token: String, from: String) {
    (self.url, self.account, self.token, self.from) = (url, account, token, from)
  }

  /// The request that hands a message over.
  public func call(_ message: SMSMessage, now: Int64, userAgent: String) -> HTTPCall? {
    let receipt = message.receiptURL.map { [("StatusCallback", $0)] } ?? []
    let form = ([("To", message.to), ("From", from), ("Body", message.text)] + receipt)
      .map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    return HTTPCall(
      url: "\(url)/2010-04-01/Accounts/\(Self.encoded(account))/Messages.json",
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("User-Agent", userAgent),
        ("Authorization", "Basic " + Data("\(account):\(token)".utf8).base64EncodedString()),
      ], body: Array(form.utf8), isTrusted: true)
  }

  /// All but RFC 3986's unreserved bytes as `%XX`.
  private static func encoded(_ text: String) -> String {
    // `nil` only for invalid Unicode, which a Swift string cannot hold.
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
