import Foundation
public import Rollcall
import RollcallWire

/// An activity of an event's participant: `start` and `stop` of tracking, a `location`, or a type of the
/// app's own with its data.
public struct EventActivity: Equatable, Sendable {
  /// The event's name in addresses.
  public let event: String
  /// The type, 1 to 64 bytes without control characters.
  public let type: String
  /// Additional data as JSON; `nil` = none.
  public let data: [UInt8]?

  /// `nil` for a type or event that is empty, longer than 64 bytes or has a control character, and for data
  /// that is longer than 4 KiB or not JSON the server accepts: at most five levels deep, no duplicate keys,
  /// numbers of at most 32 characters.
  public init?(_ type: String, in event: String, data: [UInt8]? = nil) {
    let words = 1...Activity.wordLimit
    guard words.contains(type.utf8.count), words.contains(event.utf8.count),
      !type.hasControlCharacters,
      event.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
      data.map({ $0.count <= Activity.dataLimit && Self.isJSON($0) }) ?? true
    else { return nil }
    (self.event, self.type, self.data) = (event, type, data)
  }

  /// A position.
  public init?(location fix: Ping, in event: String) {
    self.init("location", in: event, data: Batch(pings: [fix.sayable]).encodeSingle())
  }

  /// The column's text: the event, a line feed, the data.
  var kept: String { event + "\n" + String(decoding: data ?? [], as: UTF8.self) }

  init?(type: String, kept: String) {
    let parts = kept.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(
      type, in: String(decoding: parts[0], as: UTF8.self), data: parts[1].isEmpty ? nil : Array(parts[1]))
  }

  /// An upper bound of its size in a request, in bytes, including escapes.
  var largestSize: Int { 128 + 6 * type.utf8.count + (data?.count ?? 0) }

  /// Whether it is one JSON value that the server will accept at its place in the request, counting the
  /// levels around it.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil else {
      return false
    }
    var writer = JSONWriter()
    writer.object { body in
      body.array("activities") { list in
        list.object {
          $0.key("data")
          $0.raw(bytes)
        }
      }
    }
    return (try? ActivityRequest.decode(bytes: writer.bytes, now: .distantPast)) != nil
  }
}

extension RollcallDevice {
  /// Queues an activity and sends it with the others that wait. When more than 1,000 wait, the oldest are
  /// dropped.
  ///
  /// `start` and `stop` begin and end the duty, here and on the server.
  ///
  /// - Throws: `DeviceStoreError`, `LoggedOut`; nothing is queued then.
  public func record(_ activity: EventActivity) async throws {
    switch activity.type {
    case "start": return try await become(DutyRecord(.onDuty), telling: [.activity(activity)])
    case "stop": return try await become(DutyRecord(.offDuty), telling: [.activity(activity)])
    default: break
    }
    _ = try loggedIn
    try save([.activity(activity)], at: clock.now())
    await sender.wake()
    continuation.yield(.changed)
  }
}

extension RollcallClient {
  /// Sends activities of one event, 1 to 1,000, once. Returns the rejected ones by index. Safe to repeat.
  func send(_ notices: [QueuedNotice], of event: String) async -> Outcome<ActivityReceipt> {
    var writer = JSONWriter()
    writer.object { body in
      body.array("activities") { list in
        for notice in notices {
          guard case .activity(let activity) = notice.notice else { continue }
          list.object {
            $0.member("id", notice.id)
            $0.member("type", activity.type)
            $0.member("timestamp", notice.at)
            guard let data = activity.data else { return }
            $0.key("data")
            $0.raw(data)
          }
        }
      }
    }
    let call = call("POST", "/api/events/\(event)/activity/batch", body: writer.bytes)
    return await outcome(of: call) { answer, envelope in
      let errors = envelope.errors.filter { notices.indices.contains($0.index) }
      // Nothing may be removed unless every activity is accounted for.
      guard let counts = envelope.counts,
        counts.count + Set(errors.map(\.index)).count == notices.count
      else { return nil }
      return ActivityReceipt(
        errors: errors,
        offers: (try? OfferMessage.list(bytes: answer.body)) ?? [])
    }
  }
}

/// The server's answer to activities: the rejected ones by index, and the open offers.
struct ActivityReceipt: Sendable {
  var errors: [PingError]
  var offers: [OfferMessage]
}
