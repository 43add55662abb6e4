/// Doubts a fix by its neighbours: people do not jump, and a moving person does not stay on the same spot to
/// the last digit.
///
/// A value for each responder, fed with fixes by effective time; the caller leaves out server-timed ones. For
/// a late fix see ``doubts(of:after:before:)``.
public struct MotionDoubt: Equatable, Sendable {
  /// The part of a fix that the rules use.
  public struct Fix: Equatable, Sendable {
    /// Effective time.
    public var at: Timestamp
    /// Its position.
    public var position: Position
    /// Radius of confidence, metres; negative = the phone itself calls the fix invalid.
    public var accuracy: Double?
    /// The speed the phone claims, metres per second.
    public var speed: Double?

    /// Creates a fix.
    public init(at: Timestamp, position: Position, accuracy: Double? = nil, speed: Double? = nil) {
      self.at = at
      self.position = position
      self.accuracy = accuracy
      self.speed = speed
    }

    /// Whether it is flagged by itself and says nothing about its neighbours.
    var isNoPlace: Bool { position.isNullIsland || (accuracy ?? 0) < 0 }
  }

  /// 90 m/s = 324 km/h: above cars, helicopters and nearly every train, below an airliner, in which no one is
  /// on duty.
  public static let fastest = 90.0
  /// The error in metres beyond both accuracies that is always accepted: reflections in streets.
  public static let tolerance = 200.0
  /// The largest accuracy that is believed, metres: a fix must not excuse itself with a radius of a thousand
  /// kilometres.
  public static let greatestAccuracy = 2_000.0
  /// After this many accused fixes in a row the newest is believed: the fix they were compared with was
  /// wrong.
  public static let outvoting = 4
  /// This many identical fixes in a row are frozen…
  public static let frozenCount = 4
  /// …if they span at least 2 minutes…
  public static let frozenLength: Milliseconds = 120_000
  /// …and each claims to move faster than this, metres per second.
  public static let movingSpeed = 1.0

  /// The last fix that was not accused.
  private var credible: Fix?
  /// Its credible predecessor, until a later fix confirms it.
  private var former: Fix?
  /// A fix that was believed until a later one agreed with the former instead: the next one decides.
  private var rival: Fix?
  /// The number of accused fixes since then, and the last of them.
  private var suspects = 0
  private var lastSuspect: Fix?
  /// The run of identical positions while movement was claimed.
  private var still: Run?

  private struct Run: Equatable, Sendable {
    var position: Position
    var since: Timestamp
    var count = 1
  }

  /// Nothing seen yet.
  public init() {}

  /// The doubts `speed` and `frozen` of the next fix by effective time.
  public mutating func record(_ fix: Fix) -> [Doubt] {
    guard !fix.isNoPlace else { return [] }
    // Called for each fix, and nearly always empty.
    var doubts: [Doubt] = []
    if let jump = speedDoubt(fix) { doubts.append(jump) }
    if let frozen = frozenDoubt(fix) { doubts.append(frozen) }
    return doubts
  }

  /// The doubts of a fix that came late, between neighbours that are already stored.
  ///
  /// - Parameters:
  ///   - before: the fixes before it by effective time, oldest first. More of them help to tell a bad
  ///     predecessor from a bad fix. Three are enough for `speed`; `frozen` needs those of the last two
  ///     minutes.
  ///   - next: the fix after it, unless that one is accused itself.
  public static func doubts(of fix: Fix, after before: [Fix], before next: Fix? = nil) -> [Doubt] {
    var doubt = MotionDoubt()
    for earlier in before { _ = doubt.record(earlier) }
    let doubts = doubt.record(fix)
    guard let next, !next.isNoPlace, !fix.isNoPlace, !doubts.flags.contains(.speed),
      let jump = jump(to: fix, from: next, .after)
    else { return doubts }
    return [jump] + doubts
  }

  /// Accuses a fix that is too far from its predecessor, or from the one before that if the predecessor was
  /// accused itself. So a single bad fix accuses neither the one before nor the one after it. A fix that only
  /// a long silence made possible, and that the next fix contradicts, is not believed either: the fixes that
  /// follow decide.
  private mutating func speedDoubt(_ fix: Fix) -> Doubt? {
    let reference = suspects >= Self.outvoting ? lastSuspect : credible
    guard let reference, let jump = Self.jump(to: fix, from: reference, .before) else {
      believe(fix, after: reference)
      return nil
    }
    if suspects == 0, let rival, Self.jump(to: fix, from: rival, .before) == nil {
      believe(fix, after: rival)
      return nil
    }
    if suspects == 0, let former, isNearer(fix, than: reference, to: former) {
      // One of the two is wrong, and it may be the older: no fix is accused.
      (credible, self.former, rival) = (fix, nil, reference)
      return nil
    }
    suspects += 1
    lastSuspect = fix
    return jump
  }

  private mutating func believe(_ fix: Fix, after reference: Fix?) {
    (credible, former, rival, suspects, lastSuspect) = (fix, reference, nil, 0, nil)
  }

  /// Whether a fix agrees with an older one, and better than with the one that it contradicts.
  private func isNearer(_ fix: Fix, than other: Fix, to former: Fix) -> Bool {
    Self.jump(to: fix, from: former, .before) == nil
      && Self.chord(former.position, fix.position) < Self.chord(former.position, other.position)
  }

  private mutating func frozenDoubt(_ fix: Fix) -> Doubt? {
    guard let speed = fix.speed, speed > Self.movingSpeed else {
      still = nil
      return nil
    }
    guard var run = still, run.position == fix.position else {
      still = Run(position: fix.position, since: fix.at)
      return nil
    }
    run.count += 1
    still = run
    let length = fix.at.since(run.since)
    guard run.count >= Self.frozenCount, length >= Self.frozenLength else { return nil }
    return .frozen(fixes: run.count, seconds: Double(length) / 1_000, speed: speed)
  }

  /// The doubt of a fix that cannot be reached from its neighbour in time.
  private static func jump(to fix: Fix, from other: Fix, _ neighbour: Doubt.Neighbour) -> Doubt? {
    let metres = chord(other.position, fix.position)
    let beyond = metres - slack(other) - slack(fix)
    let apart = abs(Double(other.at.milliseconds) - Double(fix.at.milliseconds)) / 1_000
    guard beyond >= tolerance, beyond / max(apart, 1) > fastest else { return nil }
    return .speed(metres: metres, seconds: apart, from: neighbour)
  }

  private static func slack(_ fix: Fix) -> Double { min(max(fix.accuracy ?? 0, 0), greatestAccuracy) }
}

extension MotionDoubt {
  /// The straight line between two places, metres, on a sphere: at most 0.6 % longer than the way on the
  /// ground, and within 0.2 % of it up to 1,000 km. That is enough for a doubt, and fast, because it is
  /// computed for each fix.
  static func chord(_ one: Position, _ other: Position) -> Double {
    let degree = Double.pi / 180
    let north = sine((other.latitude - one.latitude) / 2 * degree)
    var turn = abs(other.longitude - one.longitude)
    if turn > 180 { turn = 360 - turn }
    let east = sine(turn / 2 * degree)
    let narrowing = cosine(one.latitude * degree) * cosine(other.latitude * degree)
    return 2 * 6_371_008.8 * max(north * north + narrowing * east * east, 0).squareRoot()
  }

  /// Accurate to 1e-9 for −π/2…π/2, where it is used.
  private static func sine(_ x: Double) -> Double {
    let y = x * x
    return x * (1 - y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110 * (1 - y / 156))))))
  }

  private static func cosine(_ x: Double) -> Double { sine(.pi / 2 - abs(x)) }
}
