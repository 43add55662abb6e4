public import Rollcall

extension AlertStore {
  /// Opens and closes a workspace's alerts about the machine, from the last recorded figures. Returns how
  /// many. Blocks.
  public func judgeMachine(of workspace: Workspace.ID, _ watch: MachineWatch) throws(StoreError) -> Int {
    let open = try openAlerts(of: workspace)
    let troubles = open.compactMap { alert in
      if case .machine(let trouble) = alert.topic { trouble } else { nil as MachineTrouble? }
    }
    let decisions = watch.decisions(open: Set(troubles))
    guard !decisions.isEmpty else { return 0 }
    try write { transaction in
      for decision in decisions { try transaction.alerts.carryOut(decision, open: open, in: workspace) }
    }
    return decisions.count
  }
}
