import Rollcall
import RollcallStore

/// A person's timeline as the values that their page prints.
struct TimelineView {
  let found: PersonTimeline
  let now: Timestamp
  let profile: Profile?

  /// The silences with the track during each.
  var silences: [SilenceEntry] { found.timeline.silences.map { found.entry(of: $0) } }

  /// The input of the drawing, with the person's crossings of regions and outlets.
  func input(_ crossings: [CrossingEntry], _ clock: PageClock) -> TimelineInput {
    let timeline = found.timeline
    let reach = Lanes.reachable(
      in: found.range, watched: found.watched, quiet: timeline.silences.map(\.quiet),
      absences: timeline.notObserved, now: now)
    // Where positions are purged, nothing tells that there were any.
    let tracked = found.watched.flatMap { span in found.reports.compactMap { $0.overlap(span) } }
    let track = Lanes.track(in: found.range, watched: tracked, gaps: found.allGaps)
    return TimelineInput(
      timeline, reach: reach, track: track, purged: found.purged,
      dutyLabel: { profile?.label(for: $0) ?? Words.capitalized(Words.duty($0)) }, crossings: crossings,
      clock: clock)
  }
}

extension PersonTimeline {
  /// The gaps in the track, including the one in progress.
  var allGaps: [TrackGap] { timeline.trackGaps + [openTrackGap].compactMap { $0 } }

  /// A silence with the track during it.
  func entry(of silence: Silence) -> SilenceEntry {
    // Its expired part must be on hold as a whole: the rest of a partly purged silence is unknown.
    let expired = TimeSpan(from: silence.from, to: min(silence.to ?? range.to, reportsFrom))
    return SilenceEntry(silence, gaps: allGaps, isTracked: HeldTime(reports).free(in: expired).isEmpty)
  }
}
