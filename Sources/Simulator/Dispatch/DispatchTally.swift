import Foundation
public import Rollcall

/// The outcome of a run's incidents, from the server's own files.
public struct DispatchTally: Equatable, Sendable {
  /// Incidents.
  public var incidents = 0
  /// How many were accepted.
  public var accepted = 0
  /// Offers.
  public var offers = 0
  /// How many offers ended in each state; `open` = not ended.
  public var ends: [String: Int] = [:]
  /// Offers that never reached their phone.
  public var undelivered = 0
  /// How many critical incidents were open for five minutes, or accepted before.
  public var critical = 0
  /// How many of them nobody had accepted within five minutes.
  public var criticalLate = 0
  /// How often a person was asked again for an incident although the earlier offer had reached their phone.
  public var askedTwice = 0
  /// How many messages the push service accepted.
  public var messages = 0
  /// How many it refused because it was down.
  public var refusedMessages = 0
  /// How long each incident waited until it was accepted, milliseconds.
  public var waits: [Milliseconds] = []

  /// How long the acceptance of a critical incident may take, milliseconds.
  private static let criticalWait: Milliseconds = 300_000

  /// None.
  public init() {}

  /// The wait that this share of the accepted incidents did not exceed, milliseconds; `nil` = none was
  /// accepted.
  ///
  /// - Parameter share: 0…1.
  public func wait(of share: Double) -> Milliseconds? {
    let sorted = waits.sorted()
    guard share.isFinite, !sorted.isEmpty else { return nil }
    let rank = Int((min(1, max(0, share)) * Double(sorted.count)).rounded(.up))
    return sorted[max(1, rank) - 1]
  }

  /// How many offers were made for each accepted one; `nil` = none was accepted.
  public var offersForEach: Double? { accepted > 0 ? Double(offers) / Double(accepted) : nil }

  /// An incident in `incidents/{id}.json`.
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
  /// - Parameter end: The end of the run.
  mutating func add(_ file: File, until end: Timestamp) {
    guard let opened = Timestamp(rfc3339: file.opened) else { return }
    incidents += 1
    offers += file.offers.count
    for offer in file.offers {
      let isEnded = offer.ended != nil || offer.state == "accepted"
      ends[isEnded ? offer.state : "open", default: 0] += 1
      // Before this state existed, such an offer was called expired or unreachable.
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
  /// The outcome of the opened incidents, read from the server.
  func tally(through reader: ServerReader, until end: Timestamp) async throws -> DispatchTally {
    var tally = DispatchTally()
    for id in numbers { tally.add(try await reader.incident(id), until: end) }
    return tally
  }
}
