import Foundation
public import Rollcall

/// What became of the incidents of a run, as the server's own files tell.
public struct DispatchTally: Equatable, Sendable {
  /// Incidents.
  public var incidents = 0
  /// Those that somebody accepted.
  public var accepted = 0
  /// Offers.
  public var offers = 0
  /// Offers by how they ended; `open` = they have not.
  public var ends: [String: Int] = [:]
  /// Offers that never reached their phone.
  public var undelivered = 0
  /// Critical incidents of which somebody must have heard within five minutes, and those that nobody had accepted then.
  public var critical = 0
  /// The same that nobody had accepted then.
  public var criticalLate = 0
  /// People who were asked again for an incident although the earlier offer had reached their phone.
  public var askedTwice = 0
  /// Messages that the service that wakes phones has taken, and those that it has refused.
  public var messages = 0
  /// The same that it has refused: it was down.
  public var refusedMessages = 0
  /// How long each incident waited until somebody accepted it, milliseconds.
  public var waits: [Milliseconds] = []

  /// How long somebody may take to accept what is critical, milliseconds.
  private static let criticalWait: Milliseconds = 300_000

  /// None.
  public init() {}

  /// How long so many of the accepted incidents waited at most, milliseconds; `nil` = none was accepted.
  ///
  /// - Parameter share: 0…1.
  public func wait(of share: Double) -> Milliseconds? {
    let sorted = waits.sorted()
    guard share.isFinite, !sorted.isEmpty else { return nil }
    let rank = Int((min(1, max(0, share)) * Double(sorted.count)).rounded(.up))
    return sorted[max(1, rank) - 1]
  }

  /// How many offers it takes for one that is accepted; `nil` = none was.
  public var offersForEach: Double? { accepted > 0 ? Double(offers) / Double(accepted) : nil }

  /// An incident as `incidents/{id}.json` tells it.
  struct File: Decodable {
    struct Offer: Decodable {
      enum CodingKeys: String, CodingKey {
        case state
        case responder = "responder_id"
        case queued = "queued_at"
        case delivered = "delivered_at"
        case answered = "answered_at"
        case ended = "ended_at"
        case answer
      }
      var state: String
      var responder: Int64
      var queued: String
      var delivered: String?
      var answered: String?
      var ended: String?
      var answer: String?
    }
    enum CodingKeys: String, CodingKey {
      case severity, offers
      case opened = "opened_at"
    }
    var severity: String
    var opened: String
    var offers: [Offer]
  }

  /// Adds one incident.
  ///
  /// - Parameter end: Until when the run goes.
  mutating func add(_ file: File, until end: Timestamp) {
    guard let opened = Timestamp(rfc3339: file.opened) else { return }
    incidents += 1
    offers += file.offers.count
    for offer in file.offers {
      let isEnded = offer.ended != nil || offer.state == "accepted"
      ends[isEnded ? offer.state : "open", default: 0] += 1
      // Before there was a word for it, such an offer was called expired or unreachable.
      let isUndelivered = offer.state == "undelivered" || ["expired", "unreachable"].contains(offer.state)
      if isUndelivered, offer.delivered == nil || offer.state == "undelivered" { undelivered += 1 }
    }
    let reached = file.offers.filter { $0.delivered != nil && $0.state != "undelivered" }
    askedTwice += Dictionary(grouping: reached, by: \.responder).values.count { $0.count > 1 }
    let accepts = file.offers.filter { $0.answer == "accepted" || $0.state == "accepted" }
    let first = accepts.compactMap { ($0.answered ?? $0.ended).flatMap { Timestamp(rfc3339: $0) } }.min()
    if let first {
      accepted += 1
      waits.append(first.since(opened))
    }
    guard file.severity == Incident.Severity.critical.rawValue,
      end.since(opened) >= Self.criticalWait
    else { return }
    critical += 1
    if first.map({ $0.since(opened) > Self.criticalWait }) ?? true { criticalLate += 1 }
  }
}

extension IncidentStream {
  /// What became of those that were opened, as the server tells.
  func tally(through reader: ServerReader, until end: Timestamp) async throws -> DispatchTally {
    var tally = DispatchTally()
    for id in numbers { tally.add(try await reader.incident(id), until: end) }
    return tally
  }
}
