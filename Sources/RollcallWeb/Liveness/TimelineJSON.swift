import Rollcall
import RollcallStore
import RollcallWire

extension JSONWriter {
  /// The members of `timeline.json`.
  mutating func timeline(
    _ timeline: Timeline, _ crossings: [CrossingEntry], purged: PurgedTime, before: Timestamp?
  ) {
    object { root in
      root.array("transitions") { list in for one in timeline.transitions { list.transition(one) } }
      root.array("silences") { list in for one in timeline.silences { list.silence(one) } }
      root.array("track_gaps") { list in
        for gap in timeline.trackGaps {
          list.object {
            $0.member("from", gap.from)
            $0.member("to", gap.to)
            $0.member("backfilled_at", gap.backfilledAt)
          }
        }
      }
      root.array("not_observed") { list in
        for span in timeline.notObserved {
          list.object {
            $0.member("from", span.from)
            $0.member("to", span.to)
          }
        }
      }
      root.array("missing_sequences") { list in
        for hole in timeline.missingSequences {
          list.object {
            $0.member("queue", hole.queue)
            $0.member("from", hole.numbers.lowerBound)
            $0.member("to", hole.numbers.upperBound)
          }
        }
      }
      root.array("duty") { list in
        for duty in timeline.duty {
          list.object {
            $0.member("at", duty.at)
            $0.member("state", duty.state.rawValue)
          }
        }
      }
      root.array("flags") { list in
        for flag in timeline.flags {
          list.object {
            $0.member("at", flag.at)
            $0.member("flag", flag.flag)
            $0.member("ping_id", flag.pingID)
          }
        }
      }
      root.array("crossings") { list in for one in crossings { list.crossing(one) } }
      root.member("purged_before", before)
      for (name, spans) in [("purged", purged.reports), ("on_hold", purged.held)] {
        root.array(name) { list in
          for span in spans {
            list.object {
              $0.member("from", span.from)
              $0.member("to", span.to)
            }
          }
        }
      }
    }
  }

  private mutating func transition(_ transition: Transition) {
    object {
      $0.member("at", transition.at)
      $0.member("from", transition.from?.rawValue)
      $0.member("to", transition.to.rawValue)
      $0.member("rule", transition.rule)
    }
  }

  private mutating func crossing(_ entry: CrossingEntry) {
    object { one in
      one.member("at", entry.crossing.at)
      one.member("event", entry.crossing.event)
      one.member("kind", entry.crossing.place.kind)
      one.member("place", entry.place)
      one.member("outlet_id", entry.crossing.place.outlet?.rawValue)
      one.member("received_at", entry.receivedAt)
    }
  }

  private mutating func silence(_ silence: Silence) {
    object { one in
      one.member("from", silence.from)
      one.member("to", silence.to)
      one.member("worst", silence.worst?.rawValue)
      one.member("cause", silence.cause.rawValue)
      one.array("evidence") { list in
        for evidence in silence.evidence {
          list.object {
            $0.member("at", evidence.at)
            $0.member("text", evidence.text)
          }
        }
      }
    }
  }
}
