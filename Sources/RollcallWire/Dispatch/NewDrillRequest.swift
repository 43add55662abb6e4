public import Rollcall

/// A readiness drill requested by a control room's own system: `{title, region?, answer_s?}`.
public struct NewDrillRequest: Equatable, Sendable {
  /// The drill, checked.
  public let drill: NewDrill

  /// Decodes and checks a drill. The store checks whether the region exists.
  ///
  /// - Throws: `malformed` when it is not JSON, `invalid` with every invalid field.
  public static func decode(bytes: [UInt8]) throws(WireError) -> NewDrillRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> NewDrillRequest in
      let members = JSONMembers<NewDrillField>(of: root)
      var findings = Findings()
      let title = findings.required(members[.title], NewDrillField.title.name)
        .flatMap { findings.text($0, NewDrillField.title.name, limit: NewDrill.titleLimit) }
      let region = findings.text(members[.region], NewDrillField.region.name, limit: 80)
      let seconds = findings.answerTime(members[.answer])
      try findings.throwFaults()
      do throws(NewDrill.Refusal) {
        return NewDrillRequest(
          drill: try NewDrill(title: title ?? "", region: region, seconds: seconds.map { "\($0)" } ?? ""))
      } catch {
        for problem in error.problems { findings.add(problem) }
      }
      try findings.throwFaults()
      throw .invalid([])
    }
  }

  /// A text that is equal for equal requests, however their JSON is written.
  public var canonical: [UInt8] {
    var writer = JSONWriter()
    writer.object { root in
      root.member(NewDrillField.title.name, drill.title)
      root.member(NewDrillField.region.name, drill.region)
      root.member(NewDrillField.answer.name, drill.answerWithin)
    }
    return writer.bytes
  }
}

/// Withdraws an offer: `{offer_id}`.
public enum WithdrawRequest {
  /// Decodes a body: the offer's id.
  public static func decode(bytes: [UInt8]) throws(WireError) -> Offer.ID {
    try JSON.readObject(bytes) { root throws(WireError) -> Offer.ID in
      var findings = Findings()
      let name = WithdrawField.offer.name
      let value = findings.required(JSONMembers<WithdrawField>(of: root)[.offer], name)
      if case .exact(let id)? = value?.integer { return Offer.ID(id) }
      if value != nil { findings.refuse(name, .type, "\(name) must be an id") }
      try findings.throwFaults()
      throw .invalid([])
    }
  }
}

extension Findings {
  fileprivate mutating func answerTime(_ value: JSONValue?) -> Int64? {
    guard let value else { return nil }
    let (name, times) = (NewDrillField.answer.name, NewDrill.answerTimes)
    guard value.kind == .number else {
      refuse(name, .type, "\(name) must be a number of seconds")
      return nil
    }
    let seconds = times.lowerBound / 1_000...times.upperBound / 1_000
    guard case .exact(let number) = value.integer, seconds.contains(number) else {
      refuse(
        name, .range, "\(name) must be a whole number from \(seconds.lowerBound) to \(seconds.upperBound)")
      return nil
    }
    return number
  }

  fileprivate mutating func add(_ problem: NewDrill.Problem) {
    switch problem {
    case .title:
      let name = NewDrillField.title.name
      refuse(name, .format, "\(name) must be one line of 1 to \(NewDrill.titleLimit) bytes")
    case .answerTime:
      refuse(NewDrillField.answer.name, .range, "\(NewDrillField.answer.name) is out of range")
    }
  }
}

private enum NewDrillField: Int, JSONField {
  case title, region, answer
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .title: "title"
    case .region: "region"
    case .answer: "answer_s"
    }
  }
}

private enum WithdrawField: Int, JSONField {
  case offer
  static let names = JSONFieldNames(allCases)
  var name: String { "offer_id" }
}
