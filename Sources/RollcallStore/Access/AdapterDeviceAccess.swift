import Foundation
public import Rollcall
import SQL

extension PhoneStore {
  /// The most other apps that one person may have at a time.
  public static let adapterDevicesPerPerson = 20

  /// Lets another app report for a responder. Its secret is returned only here. Their other apps stay valid.
  /// Blocks.
  ///
  /// - Throws: `notFound`; `invalid` for bad settings or an inactive responder; `conflict` when they have too
  ///   many.
  public func issueAdapterDevice(
    _ adapter: Adapter, _ settings: AdapterDeviceSettings, for id: Responder.ID, in scope: Scope
  ) throws(StoreError) -> IssuedAdapterDevice {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try settings.check()
    return try write(scope) { transaction in
      try transaction.phones.issueAdapterDevice(
        adapter, settings, for: id, by: actor, in: workspace, adapters: store.adapters)
    }
  }

  /// Issues an app for each of several people, all or none, in their order. Blocks.
  ///
  /// - Parameter new: people to add, with theirs after the others.
  /// - Throws: as ``issueAdapterDevice(_:_:for:by:in:)`` and ``addResponders(_:slug:by:)``; then no one is
  ///   added.
  public func issueAdapterDevices(
    _ adapter: Adapter, _ settings: AdapterDeviceSettings, for people: [Responder.ID],
    adding new: [NewResponder] = [], in scope: Scope
  ) throws(StoreError) -> [IssuedAdapterDevice] {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try settings.check()
    return try write(scope) { transaction in
      guard let place = try Workspaces.find(workspace, transaction.db) else {
        throw StoreError.notFound("workspace")
      }
      let added = try transaction.fleet.add(new, to: place, by: actor)
      return try (people + added).map {
        try transaction.phones.issueAdapterDevice(
          adapter, settings, for: $0, by: actor, in: workspace, adapters: store.adapters)
      }
    }
  }

  /// Revokes a device's secret at once. Blocks.
  ///
  /// - Throws: `notFound`, also for one that is revoked already.
  public func revokeAdapterDevice(
    _ id: AdapterDevice.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let device = try AdapterDevices.find(id, in: workspace, transaction.db)
      try transaction.phones.revoke([device], adapters: store.adapters)
      try transaction.audit(
        actor, "adapter-device.revoke", subject: "responder \(device.responder.rawValue)",
        detail: "device \(id.rawValue), \(device.adapter.rawValue)", in: workspace)
    }
  }

  /// Changes the settings of a valid device, and applies its intervals at once. Blocks.
  ///
  /// - Throws: `notFound`, `invalid`.
  public func setAdapterDevice(
    _ id: AdapterDevice.ID, _ settings: AdapterDeviceSettings, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try settings.check()
    try write(scope) { transaction in
      let old = try AdapterDevices.find(id, in: workspace, transaction.db)
      try transaction.db.run(
        """
        UPDATE adapter_device SET name = \(settings.name), speed_unit = \(settings.speedUnit),
          on_duty_s = \(settings.intervals?.onDuty), on_mission_s = \(settings.intervals?.onMission),
          takes_commands = \(settings.takesCommands), told_s = coalesce(told_s, \(old.intervals.onDuty))
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
      let new = try AdapterDevices.find(id, in: workspace, transaction.db)
      transaction.afterCommit { [adapters = store.adapters] in adapters.changed(new) }
      // The reload also finds out whose intervals apply now.
      transaction.fleet.reload(old.responder, in: workspace)
      try transaction.audit(
        actor, "adapter-device.set", subject: "responder \(old.responder.rawValue)",
        detail: "device \(id.rawValue)", change: AuditChange(old.settings.values, settings.values),
        in: workspace)
    }
  }
}

extension AdapterDevice {
  /// The present settings.
  public var settings: AdapterDeviceSettings {
    AdapterDeviceSettings(
      name: name, speedUnit: speedUnit, intervals: ownIntervals, takesCommands: takesCommands)
  }
}

extension PhoneWrites {
  fileprivate func issueAdapterDevice(
    _ adapter: Adapter, _ settings: AdapterDeviceSettings, for id: Responder.ID, by actor: Actor,
    in workspace: Workspace.ID, adapters: AdapterDirectory
  ) throws -> IssuedAdapterDevice {
    guard try Responders.findUnerased(id, in: workspace, db).isActive else {
      throw StoreError.invalid("responder \(id.rawValue) is inactive")
    }
    guard try adapterDevices(of: id, in: workspace).count < PhoneStore.adapterDevicesPerPerson else {
      throw StoreError.conflict("they have \(PhoneStore.adapterDevicesPerPerson) devices; revoke one first")
    }
    let secret = Secret.random()
    let made: AdapterDevice.ID = try transaction.next(.adapterDevice)
    try db.run(
      """
      INSERT INTO adapter_device (workspace_id, id, responder_id, adapter, name, secret_hash, speed_unit, on_duty_s,
        on_mission_s, takes_commands, told_s, created_at)
      VALUES (\(workspace), \(made), \(id), \(adapter), \(settings.name), \(secret.hash), \(settings.speedUnit),
        \(settings.intervals?.onDuty), \(settings.intervals?.onMission), \(settings.takesCommands),
        \(settings.intervals?.onDuty), \(now))
      """)
    let device = try AdapterDevices.find(made, in: workspace, db)
    afterCommit { adapters.issued(device, secret: secret.hash) }
    try transaction.audit(
      actor, "adapter-device.issue", subject: "responder \(id.rawValue)",
      detail: "device \(device.id.rawValue), \(adapter.rawValue)",
      change: AuditChange([:], settings.values), in: workspace)
    return IssuedAdapterDevice(device: device, secret: secret)
  }

  /// The valid devices of a responder.
  func adapterDevices(of id: Responder.ID, in workspace: Workspace.ID) throws -> [AdapterDevice] {
    try db.all(
      """
      SELECT * FROM adapter_device
      WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL ORDER BY id
      """)
  }

  /// Revokes all access of a responder's phones: the session, the secrets of other apps, and the link to
  /// their own page.
  func endEveryAccess(
    of id: Responder.ID, in workspace: Workspace.ID, sessions: SessionDirectory, adapters: AdapterDirectory
  ) throws {
    try revoke(try adapterDevices(of: id, in: workspace), adapters: adapters)
    try revokeSessions(of: id, in: workspace, sessions: sessions)
    try endOwnLink(of: id, in: workspace)
  }

  /// Whether the responder has a valid session of Rollcall's own app.
  private func hasSession(_ id: Responder.ID, in workspace: Workspace.ID) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM phone_session
      WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL AND expires_at > \(now)
      """)
  }

  /// Makes devices stop working.
  func revoke(_ devices: [AdapterDevice], adapters: AdapterDirectory) throws {
    for device in devices {
      try db.run(
        """
        UPDATE adapter_device SET revoked_at = \(now)
        WHERE workspace_id = \(device.workspace) AND id = \(device.id)
        """)
    }
    for device in devices {
      let (person, workspace) = (device.responder, device.workspace)
      var state = try transaction.liveness.state(of: person, in: workspace)
      let isLast = try adapterDevices(of: person, in: workspace).isEmpty && !hasSession(person, in: workspace)
      state.lost(device.id, isLast: isLast, at: now)
      try transaction.liveness.save(state)
    }
    let ids = Set(devices.map(\.id))
    let instant = now
    afterCommit { adapters.revoked(ids, at: instant) }
  }
}
