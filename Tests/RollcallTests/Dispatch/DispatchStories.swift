import Rollcall

extension DispatchMachineTests {
  static let stories = asking + answers + losses + races + ends

  /// The only one there is did not answer.
  private static let alone: [(Double, Event)] = [
    (0, .away([2, 3, 4, 5])), (0, .ask(.automatic, [])), (1, .offer(1, .delivered)), (31, .settle),
    (31, .wake),
  ]
  /// The only one there is did not get it.
  private static let missed: [(Double, Event)] = [
    (0, .away([2, 3, 4, 5])), (0, .ask(.automatic, [])), (31, .settle), (31, .wake),
  ]

  private static let asking: [Story] = [
    Story(
      name: "Automatic: the nearest; after no answer the next one is due",
      events: [(0, .ask(.automatic, [])), (1, .offer(1, .delivered)), (30, .settle), (30.001, .settle)],
      state: .offering, wake: 30, offers: ["1 expired"]),
    Story(
      name:
        "Automatic: what does not reach the phone in time is undelivered, and the next one is due at once",
      events: [(0, .hearsWithin(5)), (0, .ask(.automatic, [])), (15, .settle), (15.001, .settle)],
      state: .offering, wake: 15, offers: ["1 undelivered"]),
    Story(
      name: "Automatic: the next is asked when it is looked at after the wake",
      events: [(0, .ask(.automatic, [])), (31, .settle), (31, .wake)],
      state: .offering, offers: ["1 undelivered", "2 queued"]),
    Story(
      name: "Automatic with nobody at all",
      events: [(0, .away([1, 2, 3, 4, 5])), (0, .ask(.automatic, []))],
      state: .unassigned, offers: [], log: [.nobody]),
    Story(
      name:
        "Nobody is left in the round: unassigned, and the next one begins two minutes after the last offer ended",
      events: alone + [(149.999, .wake)], state: .unassigned, wake: 150, offers: ["1 expired"], log: [.nobody]
    ),
    Story(
      name: "…and then who did not answer is asked again",
      events: alone + [(150, .wake)], state: .unassigned, offers: ["1 expired", "1 queued"], log: [.nobody]),
    Story(
      name: "Nobody twice before everybody once: the second round begins with the nearest again",
      events: [
        (0, .away([3, 4, 5])), (0, .ask(.automatic, [])), (1, .offer(1, .delivered)), (31, .wake),
        (32, .offer(2, .delivered)), (62, .wake), (180.999, .wake), (181, .wake),
      ],
      state: .unassigned, offers: ["1 expired", "2 expired", "1 queued"], log: [.nobody]),
    Story(
      name: "Whoever becomes available in the pause is asked at once, and the pause begins anew",
      events: alone + [
        (100, .away([3, 4, 5])), (100, .heard(2)), (101, .offer(2, .delivered)), (131, .wake),
        (249.999, .wake),
      ],
      state: .unassigned, wake: 250, offers: ["1 expired", "2 expired"], log: [.nobody]),
    Story(
      name: "Who never got it is asked at their next contact, from 30 s after its end on",
      events: missed + [(59.999, .heard(1)), (60, .heard(1))],
      state: .unassigned, offers: ["1 undelivered", "1 queued"], log: [.nobody]),
    Story(
      name: "…not before",
      events: missed + [(59.999, .heard(1)), (149.999, .wake)],
      state: .unassigned, wake: 150, offers: ["1 undelivered"], log: [.nobody]),
    Story(
      name: "…and in a running round after everybody who was not asked yet",
      events: [
        (0, .away([3, 4, 5])), (0, .ask(.automatic, [])), (31, .wake), (62, .heard(1)), (62, .wake),
        (62, .away([2, 3, 4, 5])), (62, .wake),
      ],
      state: .offering, offers: ["1 undelivered", "2 undelivered", "1 queued"]),
    Story(
      name: "Who declined is never asked again",
      events: [
        (0, .away([2, 3, 4, 5])), (0, .ask(.automatic, [])), (5, .offer(1, .declined)), (5, .wake),
        (9_000, .wake),
      ],
      state: .unassigned, offers: ["1 declined"], log: [.nobody]),
    Story(
      name: "…also when a dispatcher asks down the ranking anew",
      events: [
        (0, .away([2, 3, 4, 5])), (0, .ask(.automatic, [])), (5, .offer(1, .declined)), (5, .wake),
        (60, .ask(.automatic, [])),
      ],
      state: .unassigned, offers: ["1 declined"], log: [.nobody]),
    Story(
      name: "…but by hand",
      events: [
        (0, .away([2, 3, 4, 5])), (0, .ask(.automatic, [])), (5, .offer(1, .declined)), (5, .wake),
        (60, .ask(.parallel, [1])),
      ],
      state: .unassigned, offers: ["1 declined", "1 queued"], log: [.nobody]),
    Story(
      name: "Who went offline before answering may be asked as soon as they are heard, after the others",
      events: [
        (0, .away([3, 4, 5])), (0, .ask(.automatic, [])), (5, .offer(1, .unreachable)), (6, .wake),
        (7, .heard(1)), (8, .offer(2, .declined)), (8, .wake),
      ],
      state: .offering, offers: ["1 unreachable", "2 declined", "1 queued"]),
    Story(
      name:
        "An offer whose end lies in our absence is undelivered, whatever it was told, and the next one is due",
      events: [
        (0, .ask(.automatic, [])), (1, .offer(1, .seen)), (45, .unobserved(20)),
      ],
      state: .offering, wake: 30, offers: ["1 undelivered"]),
    Story(
      name: "…but one that ended before it, or goes on after it, is not",
      events: [
        (0, .ask(.parallel, [1, 2])), (1, .offer(1, .seen)), (29, .unobserved(20)), (30, .offer(2, .seen)),
        (90, .settle), (90, .unobserved(20)),
      ],
      state: .unassigned, offers: ["1 expired", "2 expired"], log: [.nobody]),
    Story(
      name: "A clock that is set back ends what is open, and nobody waits for its old time",
      events: [(500, .ask(.automatic, [])), (501, .offer(1, .seen)), (100, .setBack), (101, .wake)],
      state: .offering, offers: ["1 undelivered", "2 queued"]),
    Story(
      name: "Held after our own absence: nobody now, and a look when the hold ends",
      events: [(0, .held([1, 2])), (0, .away([3, 4, 5])), (0, .ask(.automatic, []))],
      state: .unassigned, wake: 200, offers: [], log: [.nobody]),
    Story(
      name: "Held people are passed over for others",
      events: [(0, .held([1])), (0, .ask(.automatic, []))], state: .offering, offers: ["2 queued"]),
    Story(
      name: "By hand, whoever is asked declines: nobody is left at once",
      events: [(0, .ask(.parallel, [4])), (3, .offer(1, .declined))],
      state: .unassigned, offers: ["4 declined"], log: [.nobody]),
    Story(
      name: "In parallel: all at once, whoever cannot is passed over",
      events: [(0, .away([2])), (0, .ask(.parallel, [1, 2, 3]))],
      state: .offering, offers: ["1 queued", "3 queued"], log: [.skipped]),
    Story(
      name: "In parallel, nobody answers: nobody is left at once",
      events: [(0, .ask(.parallel, [1, 3])), (3, .offer(1, .delivered)), (31, .settle)],
      state: .unassigned, offers: ["1 expired", "3 undelivered"], log: [.nobody]),
    Story(
      name: "Beside the ranking: it goes on when both have declined",
      events: [
        (0, .ask(.automatic, [])), (1, .ask(.parallel, [4])), (2, .offer(1, .declined)),
        (3, .offer(2, .declined)),
        (3, .wake),
      ],
      state: .offering, offers: ["1 declined", "4 declined", "2 queued"]),
    Story(
      name: "Beside the ranking also between two of its offers, whether or not a loop has looked",
      events: [
        (0, .ask(.automatic, [])), (2, .offer(1, .declined)), (3, .ask(.parallel, [4])),
        (4, .offer(2, .declined)),
        (4, .wake),
      ],
      state: .offering, offers: ["1 declined", "4 declined", "2 queued"]),
    Story(
      name: "Nobody of those picked can be asked: refused",
      events: [
        (0, .away([1])), (0, .ask(.parallel, [1])), (0, .ask(.parallel, [1])), (0, .ask(.nobody, [])),
      ],
      state: .open, offers: [], refused: 3),
    Story(
      name: "Taken: nobody else can be asked",
      events: [(0, .ask(.parallel, [1])), (1, .offer(1, .accepted)), (2, .ask(.automatic, []))],
      state: .assigned, offers: ["1 accepted"], assignee: "1", refused: 1),
    Story(
      name: "Over: nobody can be asked",
      events: [(0, .resolve), (2, .ask(.automatic, [])), (2, .reassign(.automatic, []))],
      state: .resolved, offers: [], log: [.resolved], refused: 2),
  ]

  private static let answers: [Story] = [
    Story(
      name: "Accepted: theirs, and the others' offers are taken back",
      events: [(0, .ask(.parallel, [1, 2, 3])), (5, .offer(2, .accepted)), (6, .offer(1, .accepted))],
      state: .assigned, offers: ["1 withdrawn", "2 accepted", "3 withdrawn"], assignee: "2", refused: 1),
    Story(
      name: "Accepted at the deadline itself",
      events: [(0, .ask(.parallel, [1])), (30, .offer(1, .accepted))],
      state: .assigned, offers: ["1 accepted"], assignee: "1"),
    Story(
      name: "Accepted just after it", events: [(0, .ask(.parallel, [1])), (30.001, .offer(1, .accepted))],
      state: .unassigned, offers: ["1 undelivered"], log: [.nobody], refused: 1),
    Story(
      name: "Accepting twice is once",
      events: [(0, .ask(.parallel, [1])), (3, .offer(1, .accepted)), (400, .offer(1, .accepted))],
      state: .assigned, offers: ["1 accepted"], assignee: "1"),
    Story(
      name: "An offer that the incident does not have",
      events: [(0, .ask(.parallel, [1])), (3, .offer(7, .accepted))], state: .offering, offers: ["1 queued"],
      refused: 1),
    Story(
      name: "Withdrawn by the dispatcher: the next one, and never that one",
      events: [
        (0, .away([3, 4, 5])), (0, .ask(.automatic, [])), (3, .offer(1, .withdrawn)), (3, .wake),
        (4, .offer(2, .withdrawn)), (4, .wake),
      ],
      state: .unassigned, offers: ["1 withdrawn", "2 withdrawn"], log: [.nobody]),
  ]

  private static let taken: [(Double, Event)] = [(0, .ask(.automatic, [])), (1, .offer(1, .accepted))]

  private static let losses: [Story] = [
    Story(
      name: "Offline: the grace runs", events: taken + [(10, .offline), (70, .settle), (70, .offline)],
      state: .assigned, offers: ["1 accepted"], assignee: "1 offline", log: [.assigneeOffline]),
    Story(
      name: "Back at the end of the grace itself", events: taken + [(10, .offline), (70, .back(.degraded))],
      state: .assigned, offers: ["1 accepted"], assignee: "1", log: [.assigneeOffline, .assigneeBack]),
    Story(
      name: "Just after the grace others are asked, and it is still theirs",
      events: taken + [(10, .offline), (70.001, .settle), (71, .wake)],
      state: .assigned, offers: ["1 accepted", "2 queued"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered]),
    Story(
      name: "Back degraded after the grace is not enough",
      events: taken + [(10, .offline), (71, .wake), (72, .wake), (75, .back(.degraded))],
      state: .assigned, offers: ["1 accepted", "2 queued"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered]),
    Story(
      name: "Back online before somebody has accepted: theirs again",
      events: taken + [(10, .offline), (71, .settle), (71, .wake), (75, .back(.online))],
      state: .assigned, offers: ["1 accepted", "2 withdrawn"], assignee: "1",
      log: [.assigneeOffline, .reoffered, .assigneeBack]),
    Story(
      name: "Back online although nobody could be asked: theirs again",
      events: taken + [
        (9, .away([2, 3, 4, 5])), (10, .offline), (71, .settle), (71, .wake), (75, .back(.online)),
      ],
      state: .assigned, offers: ["1 accepted"], assignee: "1",
      log: [.assigneeOffline, .reoffered, .nobody, .assigneeBack]),
    Story(
      name: "Nobody replaces who is lost: it stays assigned, and the search goes on after the pause",
      events: taken + [
        (9, .away([3, 4, 5])), (10, .offline), (71, .settle), (71, .wake), (72, .offer(2, .seen)),
        (105, .wake), (221, .wake), (221.002, .wake),
      ],
      state: .assigned, offers: ["1 accepted", "2 expired", "2 queued"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered, .nobody]),
    Story(
      name: "Whose offer ended because the assignee came back is asked first when they are lost again",
      events: taken + [
        (10, .offline), (71, .settle), (71, .wake), (75, .back(.online)), (80, .offline), (141, .wake),
      ],
      state: .assigned, offers: ["1 accepted", "2 withdrawn", "2 queued"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered, .assigneeBack, .assigneeOffline, .reoffered]),
    Story(
      name: "Back after somebody has accepted: it is theirs now",
      events: taken + [
        (10, .offline), (71, .settle), (71, .wake), (73, .offer(2, .accepted)), (75, .back(.online)),
      ],
      state: .assigned, offers: ["1 withdrawn", "2 accepted"], assignee: "2",
      log: [.assigneeOffline, .reoffered, .released]),
    Story(
      name: "Declined late: others are asked at once, and not who declined",
      events: taken + [(9, .away([2, 3, 4, 5])), (10, .offer(1, .declined)), (10, .wake), (999, .wake)],
      state: .unassigned, offers: ["1 declined"], log: [.released, .reoffered, .nobody]),
    Story(
      name:
        "Declined late after others were asked: those who declined are not asked again, nor is the former one",
      events: taken + [
        (9, .away([3, 4, 5])), (10, .offline), (71, .settle), (71, .wake), (72, .offer(1, .declined)),
        (73, .offer(2, .declined)), (73, .wake),
      ],
      state: .unassigned, offers: ["1 declined", "2 declined"],
      log: [.assigneeOffline, .reoffered, .released, .nobody]),
    Story(
      name: "Logged out: at once, without grace",
      events: taken + [(10, .left(.loggedOut)), (10, .away([1])), (10, .wake)],
      state: .offering, offers: ["1 unreachable", "2 queued"], log: [.released, .reoffered]),
    Story(
      name: "Off duty and back: they may be asked again, after everybody who was not asked yet",
      events: taken + [
        (10, .left(.offDuty)), (10, .wake), (11, .heard(1)), (12, .offer(2, .declined)),
        (12, .away([3, 4, 5])), (12, .wake),
      ],
      state: .offering, offers: ["1 unreachable", "2 declined", "1 queued"], log: [.released, .reoffered]),
    Story(
      name: "Whoever gave it back is not asked again when the next one is lost",
      events: taken + [
        (10, .offer(1, .declined)), (10, .wake), (11, .offer(2, .accepted)), (12, .left(.offDuty)),
        (12, .away([2, 4, 5])), (12, .wake), (13, .offer(3, .accepted)), (14, .left(.offDuty)),
        (14, .away([2, 3, 4, 5])), (14, .wake), (9_000, .wake),
      ],
      state: .unassigned, offers: ["1 declined", "2 unreachable", "3 unreachable"],
      log: [.released, .reoffered, .released, .reoffered, .released, .reoffered, .nobody]),
    Story(
      name: "Lost after long: whoever did not answer then is asked at once when nobody else is left",
      events: [
        (0, .away([3, 4, 5])), (0, .ask(.automatic, [])), (1, .offer(1, .seen)), (31, .wake),
        (32, .offer(2, .accepted)), (900, .left(.offDuty)), (900, .away([2, 3, 4, 5])), (900, .wake),
      ],
      state: .offering, offers: ["1 expired", "2 unreachable", "1 queued"], log: [.released, .reoffered]),
    Story(
      name: "A grace begins anew after a long absence of ours",
      events: taken + [(10, .offline), (60, .unobserved(40)), (120, .settle)],
      state: .assigned, offers: ["1 accepted"], assignee: "1 offline", log: [.assigneeOffline]),
    Story(
      name: "…and is over at its own end",
      events: taken + [(10, .offline), (60, .unobserved(40)), (120.001, .settle)],
      state: .assigned, wake: 120, offers: ["1 accepted"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered]),
    Story(
      name: "A short one moves it by its length",
      events: taken + [(10, .offline), (60, .unobserved(20)), (90.001, .settle)],
      state: .assigned, wake: 90, offers: ["1 accepted"], assignee: "1 offline lost",
      log: [.assigneeOffline, .reoffered]),
    Story(
      name: "Reassigned: the next one, and not who had it",
      events: taken + [
        (10, .reassign(.automatic, [])), (11, .offer(2, .declined)), (11, .away([3, 4, 5])), (11, .wake),
      ],
      state: .unassigned, offers: ["1 withdrawn", "2 declined"], log: [.released, .reoffered, .nobody]),
    Story(
      name: "Reassigned after they were lost: not who had it either",
      events: taken + [
        (9, .away([4, 5])), (10, .offline), (71, .settle), (71, .wake), (72, .reassign(.automatic, [])),
        (73, .offer(3, .declined)), (73, .wake), (74, .offer(4, .declined)),
        (74, .wake),
      ],
      state: .unassigned, offers: ["1 withdrawn", "2 withdrawn", "3 declined", "2 declined"],
      log: [.assigneeOffline, .reoffered, .released, .reoffered, .nobody]),
    Story(
      name: "Reassigned to somebody who cannot be asked: refused, and nothing has changed",
      events: taken + [(9, .away([4])), (10, .reassign(.parallel, [4])), (10, .reassign(.nobody, []))],
      state: .assigned, offers: ["1 accepted"], assignee: "1", refused: 2),
  ]

  /// A critical incident asked three people, and the second was the fastest.
  private static let raced: [(Double, Event)] = [(0, .ask(.automatic, [])), (5, .offer(2, .accepted))]

  private static let races: [Story] = [
    Story(
      name: "The fastest gives it back: whoever lost the race is asked at once, and then those not asked yet",
      extras: 2, events: raced + [(10, .offer(2, .declined)), (10, .wake)],
      state: .offering,
      offers: ["1 withdrawn", "2 declined", "3 withdrawn", "1 queued", "3 queued", "4 queued"],
      log: [.released, .reoffered]),
    Story(
      name: "…also when the fastest is replaced", extras: 2, events: raced + [(10, .replace), (10, .wake)],
      state: .assigned,
      offers: ["1 withdrawn", "2 accepted", "3 withdrawn", "1 queued", "3 queued", "4 queued"],
      assignee: "2 lost", log: [.replacing, .reoffered]),
    Story(
      name: "…or lost", extras: 2, events: raced + [(10, .offline), (71, .settle), (71, .wake)],
      state: .assigned,
      offers: ["1 withdrawn", "2 accepted", "3 withdrawn", "1 queued", "3 queued", "4 queued"],
      assignee: "2 offline lost", log: [.assigneeOffline, .reoffered]),
    Story(
      name: "…or one more is needed", extras: 2, events: raced + [(10, .need(2)), (10, .wake)],
      state: .offering,
      offers: ["1 withdrawn", "2 accepted", "3 withdrawn", "1 queued", "3 queued", "4 queued"],
      assignee: "2", log: [.needsChanged]),
    Story(
      name: "…but not who had declined before", extras: 2,
      events: [
        (0, .ask(.automatic, [])), (1, .offer(1, .declined)), (1, .wake), (5, .offer(2, .accepted)),
        (10, .offer(2, .declined)), (10, .wake),
      ],
      state: .offering,
      offers: [
        "1 declined", "2 declined", "3 withdrawn", "4 withdrawn", "3 queued", "4 queued", "5 queued",
      ], log: [.released, .reoffered]),
    Story(
      name: "Whose offer had no place any more is asked at once when there is one again",
      events: [
        (0, .need(2)), (0, .ask(.automatic, [])), (5, .need(1)), (6, .need(2)), (6, .wake),
      ],
      state: .offering, offers: ["1 queued", "2 withdrawn", "2 queued"],
      log: [.needsChanged, .needsChanged, .needsChanged]),
  ]

  private static let ends: [Story] = [
    Story(
      name: "Resolved: free, and the accepted offer stands",
      events: taken + [(10, .resolve), (11, .resolve), (12, .cancel)],
      state: .resolved, offers: ["1 accepted"], log: [.released, .resolved], refused: 1),
    Story(
      name: "Cancelled: everything is taken back",
      events: taken + [(10, .cancel), (11, .cancel), (12, .resolve), (13, .wake)],
      state: .cancelled, offers: ["1 withdrawn"], log: [.released, .cancelled], refused: 1),
    Story(
      name: "Cancelled while asked: nobody can accept any more",
      events: [(0, .ask(.parallel, [1, 2])), (1, .cancel), (2, .offer(1, .accepted))],
      state: .cancelled, offers: ["1 withdrawn", "2 withdrawn"], log: [.cancelled], refused: 1),
    Story(
      name: "Cancelled after the deadline: it had expired",
      events: [(0, .ask(.parallel, [1])), (1, .offer(1, .delivered)), (40, .cancel)],
      state: .cancelled, offers: ["1 expired"], log: [.nobody, .cancelled]),
    Story(
      name: "Reopened: nobody is asked, then anybody",
      events: taken + [(10, .reopen), (11, .cancel), (12, .reopen), (13, .wake), (14, .ask(.automatic, []))],
      state: .offering, offers: ["1 withdrawn", "1 queued"], log: [.released, .cancelled, .reopened],
      refused: 1),
    Story(
      name: "A drill assigns nobody and ends with the last answer", isDrill: true,
      events: [
        (0, .ask(.parallel, [1, 2, 3])), (1, .offer(1, .accepted)), (2, .offer(2, .declined)), (31, .settle),
        (40, .reopen),
      ],
      state: .resolved, offers: ["1 accepted", "2 declined", "3 undelivered"], log: [.resolved], refused: 1),
    Story(
      name: "A drill goes on while somebody can answer", isDrill: true,
      events: [(0, .ask(.parallel, [1, 2])), (1, .offer(1, .accepted)), (30, .settle)],
      state: .offering, offers: ["1 accepted", "2 queued"]),
  ]
}
