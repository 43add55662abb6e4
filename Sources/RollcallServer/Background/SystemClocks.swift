import Foundation
import Rollcall
import RollcallStore

extension MachineClocks {
  /// The clocks of this machine.
  static var ofSystem: MachineClocks {
    MachineClocks(
      wall: { .wallClock }, uptime: { SystemClocks.uptime }, boot: SystemClocks.boot,
      isSynchronised: SystemClocks.isSynchronised)
  }
}

/// The kernel's view of its clocks.
enum SystemClocks {
  /// The state that `adjtimex` returns when the clock is not synchronised.
  static let unkept: Int32 = 5
  /// The greatest difference between two readings of the same clock, seconds.
  private static let sameClock = 2

  /// Milliseconds since the machine was started, suspended time included; `nil` = not known.
  ///
  /// From the file and not from `CLOCK_BOOTTIME`: tools that fake the time of a process fake that, too.
  static var uptime: Milliseconds? {
    let file = open("/proc/uptime", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let seconds = buffer[..<count].prefix { $0 != UInt8(ascii: " ") }
    return Double(String(decoding: seconds, as: UTF8.self)).flatMap(Milliseconds.seconds)
  }

  /// The machine's boot id; empty = not known.
  static var boot: String {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id") ?? Data()
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }.prefix(64), as: UTF8.self)
  }

  /// Whether the kernel says that its clock is synchronised, and shows about the same time.
  @Sendable static func isSynchronised(_ wall: Timestamp) -> Bool {
    guard let kernel = ask(), kernel.state != unkept, kernel.status & unsynchronised == 0 else {
      return false
    }
    let seconds = wall.milliseconds / 1_000
    return (seconds - Int64(sameClock)...seconds + Int64(sameClock)).contains(kernel.seconds)
  }

  /// The state that `adjtimex` returns when it changes nothing; `nil` = there is none.
  static var state: Int32? { ask()?.state }

  /// `STA_UNSYNC`.
  private static let unsynchronised: Int32 = 0x40

  /// Its header is in no module. `struct timex` is smaller than this buffer; on 64-bit Linux the status lies
  /// at byte 40 and the time at byte 72.
  private static func ask() -> (state: Int32, status: Int32, seconds: Int64)? {
    typealias Call = @convention(c) (UnsafeMutableRawPointer) -> Int32
    guard let found = dlsym(nil, "adjtimex") else { return nil }
    var facts = [UInt64](repeating: 0, count: 64)
    return facts.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      let state = unsafeBitCast(found, to: Call.self)(start)
      guard state >= 0 else { return nil }
      return (
        state, bytes.load(fromByteOffset: 40, as: Int32.self), bytes.load(fromByteOffset: 72, as: Int64.self)
      )
    }
  }
}

extension ClockWatch.Change {
  /// The change in words, for the log.
  var words: String {
    switch self {
    case .began(let doubt):
      "the clock is in doubt: it says \(doubt.wall.rfc3339), about \(doubt.estimate.rfc3339) is expected; nothing is "
        + "purged. Set it right, or say that it is: rollcall clock confirm"
    case .ended(.agrees): "the clock is no longer in doubt: it is where it is expected"
    case .ended(.synchronised): "the clock is no longer in doubt: the system says that it is synchronised"
    case .ended(.confirmed): "the clock is no longer in doubt: it was confirmed"
    case .ended(.stood): "the clock is no longer in doubt: it has run for a day without a step"
    }
  }
}
