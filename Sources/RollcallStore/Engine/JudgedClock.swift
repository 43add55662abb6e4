public import Rollcall
import Synchronization

/// The clocks of the machine, and their synchronisation.
public struct MachineClocks: Sendable {
  /// The wall clock.
  public var wall: @Sendable () -> Timestamp
  /// Milliseconds since the machine was started, suspended time included; `nil` = not known.
  public var uptime: @Sendable () -> Milliseconds?
  /// The machine's boot id; empty = not known.
  public var boot: String
  /// Whether the system says that its clock is synchronised, and means the clock that this instant was read
  /// from.
  public var isSynchronised: @Sendable (Timestamp) -> Bool

  /// Clocks from their parts.
  public init(
    wall: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Milliseconds?, boot: String,
    isSynchronised: @escaping @Sendable (Timestamp) -> Bool
  ) {
    (self.wall, self.uptime, self.boot, self.isSynchronised) = (wall, uptime, boot, isSynchronised)
  }
}

/// The clock of a store that checks the machine's time.
final class JudgedClock: Sendable {
  private struct State {
    var watch: ClockWatch
    /// The uptime at which the system was last asked.
    var askedAt: Milliseconds?
  }

  private let machine: MachineClocks
  private let state = Mutex(State(watch: ClockWatch(certain: nil)))
  private let onChange: @Sendable (ClockWatch.Change) -> Void

  init(_ machine: MachineClocks, onChange: @escaping @Sendable (ClockWatch.Change) -> Void) {
    (self.machine, self.onChange) = (machine, onChange)
  }

  /// Starts from the stored mark.
  func begin(_ mark: AliveMark.Row) {
    let watch = ClockWatch(
      certain: mark.certain.map { .init(wall: $0, uptime: mark.uptime, boot: mark.boot) },
      adopted: mark.isAdopted ? mark.at : nil)
    state.withLock { $0.watch = watch }
    _ = now
  }

  /// The doubt, as of the last reading.
  var doubt: ClockDoubt? { state.withLock { $0.watch.doubt } }

  /// The wall clock's time, right or wrong.
  var wall: Timestamp { machine.wall() }

  /// The time for dating.
  var now: Timestamp {
    let wall = machine.wall()
    let (now, change) = state.withLock { state -> (Timestamp, ClockWatch.Change?) in
      if state.watch.goesAlong(with: wall) { return (wall, nil) }
      let change = read(wall, &state)
      return (state.watch.now ?? wall, change)
    }
    if let change { onChange(change) }
    return now
  }

  private func read(_ wall: Timestamp, _ state: inout State) -> ClockWatch.Change? {
    let uptime = machine.uptime()
    let isAskedAgain =
      state.watch.doubt == nil
      || state.askedAt.flatMap { last in
        uptime.map { $0 - last >= 1_000 || $0 < last }
      } ?? true
    return state.watch.read(.init(wall: wall, uptime: uptime, boot: machine.boot)) {
      guard isAskedAgain else { return false }
      state.askedAt = uptime
      return machine.isSynchronised(wall)
    }
  }

  /// The values to store beside an alive mark, by which the next start can judge. Time up to it is certain,
  /// unless there is a doubt.
  func mark(at now: Timestamp) -> AliveMark.Row {
    let uptime = machine.uptime()
    return state.withLock { state in
      state.watch.record(.init(wall: now, uptime: uptime, boot: machine.boot))
      let doubt = state.watch.doubt
      return AliveMark.Row(
        at: now, certain: doubt?.estimate ?? now, uptime: uptime, boot: machine.boot,
        isAdopted: doubt?.isAdopted ?? false)
    }
  }

  /// How to treat an upload with these times.
  func verdict(on times: [Timestamp], hasUndated: Bool) -> ClockDoubt.Verdict {
    state.withLock { state in
      guard let doubt = state.watch.doubt else { return .take }
      let verdict = doubt.verdict(on: times, hasUndated: hasUndated)
      if verdict == .adopt { state.watch.adopt() }
      return verdict
    }
  }

  /// An operator confirms that the clock is right; `false` = it was not in doubt.
  func confirm() -> Bool {
    _ = now
    let change = state.withLock { $0.watch.confirm() }
    if let change { onChange(change) }
    return change != nil
  }
}
