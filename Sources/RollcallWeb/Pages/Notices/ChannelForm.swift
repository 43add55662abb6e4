import Rollcall

/// The form of a new channel, as typed.
struct NewChannelForm: FieldValues {
  var name = ""
  var kindWord = Channel.Kind.webhook.rawValue
  var address = ""
  var token = ""

  static let fields: [Field<NewChannelForm>] = [
    .text("name", \.name), .text("kind", \.kindWord), .text("address", \.address), .text("token", \.token),
  ]

  /// Its kind; `nil` for an unknown word.
  var kind: Channel.Kind? { Channel.Kind(rawValue: kindWord) }

  func problems(_ abilities: ChannelAbilities) -> [FieldProblem] {
    guard let kind else { return [FieldProblem("kind", Words.Channels.kindFormat)] }
    var found = ChannelForm.problems(name: name, address: address, token: token, kind, abilities)
    if kind == .mail, !abilities.sendsMail { found.append(FieldProblem("kind", Words.Channels.noMail)) }
    return found
  }
}

/// The form of a channel, as typed.
struct ChannelForm: Equatable, Sendable {
  var draft: Channel.Draft
  /// A new token of an ntfy server; empty = unchanged.
  var token = ""
  /// Whether the token is to be forgotten.
  var forgetsToken = false

  /// A form of the stored values.
  init(_ draft: Channel.Draft) { self.draft = draft }

  /// Reads the fields. Browsers do not send a box that is not ticked.
  init(_ pairs: [(name: String, value: String)] = []) {
    var wishes = ChannelWishes(leftOut: Set(AlertKind.allCases), tellsOpened: false, tellsClosed: false)
    draft = Channel.Draft(name: "", address: "", isOn: false)
    for (name, value) in pairs {
      switch name {
      case "name": draft.name = value
      case "address": draft.address = value
      case "token": token = value
      case "no_token": forgetsToken = true
      case "on": draft.isOn = true
      case "only_critical": wishes.isOnlyCritical = true
      case "opened": wishes.tellsOpened = true
      case "closed": wishes.tellsClosed = true
      case "incidents": wishes.tellsIncidents = true
      case "reports": wishes.tellsReports = true
      case "attach": wishes.attachesReports = true
      case "alert": if let kind = AlertKind(rawValue: value) { wishes.leftOut.remove(kind) }
      default: continue
      }
    }
    draft.wishes = wishes
  }

  /// The token to store; `nil` = unchanged.
  var newToken: String? { forgetsToken ? "" : token.utf8.isEmpty ? nil : token }

  func problems(_ kind: Channel.Kind, _ abilities: ChannelAbilities) -> [FieldProblem] {
    Self.problems(name: draft.name, address: draft.address, token: token, kind, abilities)
  }

  static func problems(
    name: String, address: String, token: String, _ kind: Channel.Kind, _ abilities: ChannelAbilities
  ) -> [FieldProblem] {
    var found: [FieldProblem] = []
    if !name.hasBytes(NameLimits.short) {
      found.append(FieldProblem("name", "\(NameLimits.words(NameLimits.short))."))
    }
    let wrong = ChannelAddress.problem(with: address, for: kind, allowsPlainHTTP: abilities.allowsPlainHTTP)
    if let wrong { found.append(FieldProblem("address", wrong)) }
    if token.utf8.count > 255 || !token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
      found.append(FieldProblem("token", Words.Channels.tokenFormat))
    }
    return found
  }
}
