import Foundation
import Rollcall

@testable import RollcallWire

/// What must hold for any bytes whatever. Used by the fuzzer and for the replay of its corpus.
enum FuzzChecks {
  private static let now = Timestamp(milliseconds: 1_795_253_400_000)

  /// What is wrong, in words; `nil` when all is well.
  static func failure(_ bytes: [UInt8]) -> String? {
    acceptance(bytes) ?? batch(bytes) ?? others(bytes) ?? ids(bytes) ?? texts(bytes) ?? adapters(bytes)
  }

  /// Our reader takes no text that Foundation's refuses, and refuses none that it takes but for our own bounds.
  private static func acceptance(_ bytes: [UInt8]) -> String? {
    // Foundation guesses UTF-16 and UTF-32 and skips byte order marks.
    guard !bytes.contains(0), bytes.starts(with: [0xEF, 0xBB, 0xBF]) == false, bytes.first ?? 0 < 0xFE else {
      return nil
    }
    let isTaken = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    do {
      let hasHugeNumber = try JSON.read(bytes) { (root: JSONValue) throws(Never) in containsHugeNumber(root) }
      return isTaken || hasHugeNumber ? nil : "only we take it"
    } catch {
      guard case .malformed(let error) = error else { return nil }
      switch error.kind {
      case .tooLong, .numberTooLong, .duplicateKey, .tooDeep, .tooManyKeys, .tooManyValues: return nil
      // Foundation takes a comma before the end of an array or object.
      case .unexpectedByte where [0x5D, 0x7D].contains(bytes[error.offset]): return nil
      default: return isTaken ? "only Foundation takes it: \(error.kind) at \(error.offset)" : nil
      }
    }
  }

  private static func containsHugeNumber(_ value: JSONValue) -> Bool {
    if value.kind == .number { return value.double == nil }
    return value.elements.contains { containsHugeNumber($0.value) }
      || value.members.contains { containsHugeNumber($0.value) }
  }

  /// What was decoded comes back when it is encoded and decoded again, and so does its fingerprint.
  private static func batch(_ bytes: [UInt8]) -> String? {
    for mockRequired in [true, false] {
      guard let first = try? BatchRequest.decode(bytes: bytes, now: now, mockRequired: mockRequired) else {
        continue
      }
      if first.batch.pings.count != first.indices.count { return "a ping without an index" }
      guard !first.batch.pings.isEmpty else { continue }
      guard
        let again = try? BatchRequest.decode(
          bytes: first.batch.encode(), now: now, mockRequired: mockRequired)
      else { return "an encoded batch is not read" }
      if let difference = difference(first, again) { return difference }
    }
    guard let single = try? BatchRequest.decodeSingle(bytes: bytes, now: now), !single.batch.pings.isEmpty
    else { return nil }
    guard let again = try? BatchRequest.decodeSingle(bytes: single.batch.encodeSingle(), now: now)
    else { return "an encoded single ping is not read" }
    return difference(single, again)
  }

  private static func difference(_ first: BatchRequest, _ again: BatchRequest) -> String? {
    var expected = first.batch
    expected.unknownValues = [:]
    var fingerprints: [[UInt8]] = [[], []]
    first.batch.pings.appendFingerprint(to: &fingerprints[0])
    again.batch.pings.appendFingerprint(to: &fingerprints[1])
    if fingerprints[0] != fingerprints[1] { return "another fingerprint" }
    return again.batch == expected && again.errors.isEmpty ? nil : "a batch changed on its way"
  }

  private static func others(_ bytes: [UInt8]) -> String? {
    _ = try? DeviceEventsRequest.decode(bytes: bytes, now: now)
    _ = try? PushTokenRequest.decode(bytes: bytes)
    _ = try? NewIncidentRequest.decode(bytes: bytes)
    _ = try? OfferMessage.list(bytes: bytes)
    if let reply = try? OfferReply.decode(bytes: bytes, now: now),
      (try? OfferReply.decode(bytes: reply.encode(), now: now)) != reply
    {
      return "a reply to an offer changed on its way"
    }
    if let answer = try? UploadAnswer.decode(bytes: bytes), let counts = answer.counts, counts.count > 150 {
      return "counts that cannot be"
    }
    guard let duty = try? DutyRequest.decode(bytes: bytes, now: now) else { return nil }
    return (try? DutyRequest.decode(bytes: duty.encode(), now: now)) == duty ? nil : "duty changed on its way"
  }

  /// No id that a phone chooses comes out with a control character.
  private static func ids(_ bytes: [UInt8]) -> String? {
    var found: [String?] = []
    found.append((try? BatchRequest.decode(bytes: bytes, now: now))?.batch.queueID)
    found.append((try? BatchRequest.decodeSingle(bytes: bytes, now: now))?.batch.queueID)
    found += ((try? DeviceEventsRequest.decode(bytes: bytes, now: now))?.events ?? []).map(\.id)
    let activities = (try? ActivityRequest.decode(bytes: bytes, now: now))?.activities ?? []
    found += activities.flatMap { [$0.id, $0.kind.type] }
    if let duty = try? DutyRequest.decode(bytes: bytes, now: now) { found += [duty.id, duty.order] }
    found.append((try? TokenRequest.decode(bytes: bytes))?.deviceID)
    found.append((try? RefreshRequest.decode(bytes: bytes))?.deviceID)
    return found.contains { $0?.hasControlCharacters == true } ? "a control character in an id" : nil
  }

  /// Bare times and numbers.
  private static func texts(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let instant = Timestamp(rfc3339: bytes.span), instant.isWritable {
      if Timestamp(rfc3339: instant.rfc3339) != instant { return "a time changed on its way" }
      if instant.milliseconds.magnitude < 1 << 45,
        Timestamp(rfc3339: instant.rfc3339(offsetSeconds: bytes.count * 977 - 20_000)) != instant
      {
        return "a time changed in another zone"
      }
    }
    if let number = DecimalText.double(bytes.span), number != Double(text) { return "another number" }
    if case .exact(let integer) = DecimalText.integer(bytes.span), integer.magnitude < 1 << 53,
      Double(text) != Double(integer)
    {
      return "another integer"
    }
    return nil
  }
}
