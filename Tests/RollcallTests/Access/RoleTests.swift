import Rollcall
import Testing

@Suite("Roles")
struct RoleTests {
  @Test(
    "Each role has exactly its permissions",
    arguments: [
      (.owner, Set(Permission.allCases)),
      (
        .admin,
        [
          .viewLiveMap, .viewHistory, .exportHistory, .viewPeople, .viewContacts, .setDuty, .viewIncidents,
          .manageIncidents, .viewAlerts, .reviewFlags, .viewAudit, .manageResponders, .manageWorkspace,
        ]
      ),
      (
        .dispatcher,
        [
          .viewLiveMap, .viewPeople, .viewAlerts, .viewHistory, .manageIncidents, .viewIncidents,
          .reviewFlags,
          .viewContacts, .setDuty,
        ]
      ),
      (
        .auditor,
        [
          .viewHistory, .exportHistory, .viewAudit, .reviewFlags, .viewPeople, .viewIncidents, .viewAlerts,
        ]
      ),
      (.viewer, [.viewLiveMap, .viewPeople, .viewAlerts]),
    ] as [(Role, Set<Permission>)])
  func table(role: Role, permissions: Set<Permission>) {
    #expect(Set(Permission.allCases.filter { role.allows($0) }) == permissions)
  }

  @Test("The words are the contract's")
  func words() {
    #expect(Role.allCases.map(\.rawValue) == ["owner", "admin", "dispatcher", "auditor", "viewer"])
    #expect(
      Set(Permission.allCases.map(\.rawValue)) == [
        "livemap:view", "history:view", "history:export", "incident:manage", "flag:review", "audit:view",
        "responder:manage", "workspace:manage", "data:erase", "contact:view", "duty:set", "people:view",
        "incident:view", "alert:view",
      ])
  }

  @Test(
    "a member cannot grant a role beyond their own",
    arguments: [
      (Role.owner, [Role.owner, .admin, .dispatcher, .auditor, .viewer]),
      (.admin, [.admin, .dispatcher, .auditor, .viewer]), (.dispatcher, [.dispatcher, .viewer]),
      (.auditor, [.auditor]), (.viewer, [.viewer]),
    ])
  func given(role: Role, others: [Role]) { #expect(role.given == others) }
}
