import Rollcall
import RollcallStore

/// A person's timeline as the values that their page prints.
struct TimelineView {
  let found: PersonTimeline
  let now: Timestamp
  let profile: Profile?

  /// The silences with what became of the track meanwhile.
  var silences: [SilenceEntry] {
    found.timeline.silences.map { found.entry(of: $0) }
  }

  /// What is drawn, with their comings into regions and to outlets, and goings.
  func input(_ crossings: [CrossingEntry], _ clock: PageClock) -> TimelineInput {
    let timeline = found.timeline
    let reach = Lanes.reachable(
      in: found.range, watched: found.watched, quiet: timeline.silences.map(\.quiet),
      absences: timeline.notObserved, now: now)
    // Where positions are gone, nothing tells that there were any.
    let tracked = found.watched.flatMap { span in found.reports.compactMap { $0.overlap(span) } }
    let track = Lanes.track(in: found.range, watched: tracked, gaps: found.allGaps)
    return TimelineInput(
      timeline, reach: reach, track: track, purged: found.purged,
      dutyLabel: { profile?.label(for: $0) ?? $0.rawValue }, crossings: crossings, clock: clock)
  }

  /// How often each flag was raised.
  var doubts: [(flag: String, count: Int64)] {
    let counts = Dictionary(found.timeline.flags.map { ($0.flag, Int64(1)) }, uniquingKeysWith: +)
    return DoubtFlags.words.compactMap { flag in counts[flag.word].map { (flag.word, $0) } }
  }
}

extension PersonTimeline {
  /// The gaps in the track, with the one that still lasts.
  var allGaps: [TrackGap] { timeline.trackGaps + [openTrackGap].compactMap { $0 } }

  /// A silence with what became of the track meanwhile.
  func entry(of silence: Silence) -> SilenceEntry {
    // What has expired of it must be on hold as a whole: of a part nobody knows what the rest was.
    let expired = TimeSpan(from: silence.from, to: min(silence.to ?? range.to, reportsFrom))
    return SilenceEntry(silence, gaps: allGaps, isTracked: HeldTime(reports).free(in: expired).isEmpty)
  }
}

extension PersonFacts {
  /// The phone's card.
  ///
  /// - Parameters:
  ///   - heardAt: when the person was heard last.
  ///   - origins: where its address is registered; `nil` when the reader may not know the address.
  func phone(heardAt: Timestamp?, origins: AddressLookup?, now: Timestamp) -> PhoneFacts {
    guard let session else { return PhoneFacts(device: nil) }
    let (state, end) = Self.state(session, loggedOut: loggedOut, now)
    return PhoneFacts(
      device: session.deviceID, about: device, signedInAt: signedInAt, session: state, endsAt: end,
      lastContact: heardAt.flatMap { heard in signedInAt.flatMap { $0 <= heard ? heard : nil } },
      address: origins.flatMap { _ in address },
      network: origins.flatMap { origins in address.flatMap { origins.words($0) } },
      queues: queues.compactMap { queue in
        guard let first = queue.seen.ranges.first, let last = queue.seen.ranges.last else { return nil }
        return PhoneFacts.Queue(
          name: queue.name, seen: first.lowerBound...last.upperBound, missing: queue.seen.missing)
      })
  }

  /// The uploads' card.
  var uploadFacts: UploadFacts {
    UploadFacts(
      uploads: uploads.requests, stored: uploads.stored, duplicates: uploads.duplicates,
      expired: uploads.expired,
      rejected: uploads.rejected.map { reason, count in
        let parts = reason.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let rule = parts.count > 1 ? String(Substring(parts[1].drop { $0 == UInt8(ascii: " ") })) : ""
        return UploadFacts.Rejection(
          field: parts.first.map { String(Substring($0)) } ?? reason, rule: rule, count: count)
      })
  }

  private static func state(
    _ session: PhoneSession, loggedOut: Bool, _ now: Timestamp
  ) -> (String, Timestamp) {
    if let revoked = session.revokedAt { return (loggedOut ? "signed out" : "revoked", revoked) }
    return (session.expiresAt <= now ? "expired" : "active", session.expiresAt)
  }
}
