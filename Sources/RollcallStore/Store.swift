import Foundation
public import Rollcall
import SQL

/// The database of one server. Each subject has a handle with its use cases; every write is on disk before it
/// is answered.
///
/// For example:
///
/// ```swift
/// let store = try Store(path: "rollcall.db")
/// let workspace = try store.fleet.addWorkspace(slug: "north", name: "North", timeZone: "Europe/Ljubljana")
/// ```
public final class Store: Sendable {
  /// The store's dependencies and settings.
  public struct Options: Sendable {
    /// The wall clock.
    public var clock: @Sendable () -> Timestamp
    /// Called once when the file can no longer be trusted; should end the process.
    public var fatal: @Sendable (String) -> Void
    /// How many read connections to keep, at least 1.
    public var readers: Int
    /// The longest time between two commits of a server that is awake, milliseconds. A longer one counts as
    /// our own absence. `.max` for a program that does not commit each second.
    public var longestGap: Milliseconds
    /// Called on the writer's thread once an outbox has messages to hand over. Must not block.
    public var onOutbox: @Sendable (Outboxes.Name) -> Void = { _ in }
    /// Called on the writer's thread, after each group and around slow work. Must not block.
    public var onSign: @Sendable (WriterSign) -> Void = { _ in }
    /// The address under which browsers reach this server, without a slash at its end; `nil` = as an owner of the
    /// installation sets it. A message about an offer carries a link only where there is one.
    public var publicURL: String?
    /// Whether offers are sent as text messages with such a link, to people who have a number.
    public var textsOffers = false
    /// The machine's clocks, which are then judged; `nil` = `clock` is trusted.
    public var machine: MachineClocks?
    /// Called when a doubt about the machine's clock begins or ends. Must not block.
    public var onClock: @Sendable (ClockWatch.Change) -> Void = { _ in }
    /// Whether a commit waits for the disk. A server's must. `false` only for a made-up past, which is synced
    /// once, when it is closed, and made again after a power cut.
    public var syncs = true
    /// Whether it locks the file itself; `false` for a copy that this process holds already.
    var locksFile = true

    /// The longest gap of a server that commits each second, milliseconds.
    public static let longestGapOfServer: Milliseconds = 5_000

    /// Options; the default clock is the system's.
    public init(
      clock: @escaping @Sendable () -> Timestamp = { .wallClock },
      fatal: @escaping @Sendable (String) -> Void = { _ in }, readers: Int = 4,
      longestGap: Milliseconds = .max, publicURL: String? = nil
    ) {
      self.clock = clock
      self.fatal = fatal
      self.readers = readers
      self.longestGap = longestGap
      self.publicURL = publicURL
    }
  }

  /// The database file.
  public let path: String
  /// The wall clock of this store.
  public let clock: @Sendable () -> Timestamp
  /// The phones' sessions, in memory, by the hash of their token.
  public let sessions = SessionDirectory()
  /// The foreign apps on their phones, in memory, by the hash of their secret.
  public let adapters = AdapterDirectory()
  /// Everyone's row of the board, in memory.
  public let boards = BoardDirectory()
  let openCauses = OpenCauses()
  /// Counts committed changes.
  public let changes = Changes()
  /// The boundaries of regions, in memory.
  let regionShapes = RegionDirectory()
  /// The state of the outboxes beside the rows.
  public let outboxes: Outboxes
  /// The address with which links begin.
  public let publicAddress: PublicAddress
  /// The clock, if it is judged.
  let judged: JudgedClock?
  let longestGap: Milliseconds
  let otpKey = OTPKey()
  let sealingKey: SealingKey
  let addresses = PhoneAddresses()
  /// The gazetteers beside the database.
  let addressFiles: AddressFiles
  let pool: DatabasePool
  let writer: Writer
  private let lock: FileLock

  /// Opens or makes the database.
  ///
  /// - Throws: `StoreError.unavailable` when another process has it open for writing or the file cannot be
  ///   opened; `StoreError.invalid` when it belongs to another program or another build.
  public init(path: String, options: Options = Options()) throws {
    let path = try DatabasePath.resolved(path)
    guard let lock = try FileLock(beside: path) else {
      throw StoreError.unavailable("\(path) is in use by another process")
    }
    self.lock = lock
    self.path = path
    sealingKey = SealingKey(beside: path)
    addressFiles = AddressFiles(database: path)
    let judged = options.machine.map { JudgedClock($0, onChange: options.onClock) }
    self.judged = judged
    if let judged { clock = { judged.now } } else { clock = options.clock }
    longestGap = options.longestGap
    publicAddress = PublicAddress(configured: options.publicURL)
    outboxes = Outboxes(ring: options.onOutbox, address: publicAddress, hasTexts: options.textsOffers)
    do {
      try BackupPending.finish(path)
      BackupRestore.clear(path)
      try DatabasePath.refuseSecondName(of: path)
      guard try !options.locksFile || lock.takeFile(path) else {
        throw StoreError.unavailable("\(path) is in use by another process")
      }
      try DatabaseFile.prepare(path)
      pool = try DatabasePool(
        path: path, configuration: ConnectionSettings.configuration(readers: options.readers))
      try pool.writeWithoutTransaction { db in
        try ConnectionSettings.claim(db)
        try ConnectionSettings.finishWriter(db, syncs: options.syncs)
      }
      try pool.write { try Schema.make(in: $0) }
      try pool.write { try BackupSum.forget($0) }
      if let judged { judged.begin(try pool.read { try AliveMark.row($0) }) }
      try pool.read { [sessions, adapters, publicAddress] db in
        publicAddress.keep(try PublicAddress.read(db))
        try sessions.load(db)
        try adapters.load(db)
      }
      writer = try Writer(
        pool: pool, lock: lock, board: boards, changes: changes, outboxes: outboxes, options: options,
        clock: clock, judged: judged)
    } catch { throw StoreError(error) }
  }

  // A store that was not closed: its writer finishes and ends, and holds the lock until then.
  deinit { writer.drain() }

  /// Carries out the queue, closes the file and releases it to other processes. The store cannot be used
  /// afterwards.
  public func close() {
    writer.stop()
    try? pool.close()
    lock.release()
  }

  /// How long the oldest pending write has waited, milliseconds, and how many were refused since the start
  /// because too many waited.
  public var writerLag: (oldest: Milliseconds, refused: Int) { writer.lag }

  /// Whether the writer would accept new work now; otherwise an upload is refused before its body is read.
  public var hasRoom: Bool { writer.hasRoom }

  /// Runs a query on a read connection, in one snapshot. Blocks the caller; not for an event loop.
  func read<Value>(_ query: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try pool.read(query) } catch { throw StoreError(error) }
  }

  /// Queues a write; `done` is called exactly once, on the writer's thread, after the commit or the refusal.
  ///
  /// - Parameters:
  ///   - rows: about how many rows it writes.
  ///   - bytes: about how much memory it holds while it waits.
  ///   - tellsChanges: whether everything that it changes on open pages belongs to people whose state it
  ///     saves or whom it names.
  ///   - isRepeatable: whether `work` only writes, so that it may run again after a rollback.
  func write<Value>(
    rows: Int = 1, bytes: Int = 256, tellsChanges: Bool = false, isRepeatable: Bool = false,
    _ work: @escaping (WriteTransaction) throws -> Value,
    done: @escaping (Result<Value, StoreError>) -> Void
  ) {
    var value: Value?
    let job = Writer.Job(
      rows: rows, bytes: bytes, tellsChanges: tellsChanges, isRepeatable: isRepeatable,
      run: { value = try work($0) },
      finish: { error in
        if let error { return done(.failure(error)) }
        if let value { done(.success(value)) }
      })
    if !writer.submit(job) { done(.failure(.unavailable("the writer is behind or stopped"))) }
  }

  /// Writes and waits until it is on disk. Blocks the caller; not for an event loop.
  func write<Value>(
    tellsChanges: Bool = false, _ work: (WriteTransaction) throws -> Value
  ) throws(StoreError) -> Value {
    let ready = DispatchSemaphore(value: 0)
    var result = Result<Value, StoreError>.failure(.unavailable("not carried out"))
    withoutActuallyEscaping(work) { work in
      let lent = Lent(work)
      write(tellsChanges: tellsChanges) {
        guard let work = lent.work else { throw StoreError.unavailable("not carried out") }
        return try work($0)
      } done: {
        result = $0
        ready.signal()
      }
      ready.wait()
      // The writer may keep the job a moment longer; the work lent to it is released now.
      lent.work = nil
    }
    return try result.get()
  }

  /// Proves that the writer commits; every commit moves the alive mark. Blocks.
  public func markAlive() throws(StoreError) { try write { _ in } }
}

/// A closure that does not escape, held by the writer until its caller takes it back.
private final class Lent<Value> {
  var work: ((WriteTransaction) throws -> Value)?

  init(_ work: @escaping (WriteTransaction) throws -> Value) { self.work = work }
}
