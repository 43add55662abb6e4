/// Reads what `BitWriter` writes from any bytes.
///
/// Past the end there are zeros, so that loops need no check for each bit; `isComplete` tells whether these
/// were needed.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  /// Bytes consumed, including zeros past the end.
  private var position = 0
  private var pending: UInt64 = 0
  /// Bits in `pending`.
  private var held = 0
  /// Whether a value was read that the writer never produces.
  private var isWrong = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether everything was read, nothing past the end, and the padding bits of the last byte are zero.
  var isComplete: Bool {
    if isWrong { return false }
    let consumed = position &* 8 &- held
    guard consumed <= bytes.count * 8, consumed > bytes.count * 8 - 8 else { return false }
    return bytes.count == 0 || consumed & 7 == 0 || bytes[bytes.count - 1] >> UInt8(consumed & 7) == 0
  }

  /// Loads bytes until at least 57 bits are held.
  @inline(__always)
  mutating func refill() {
    if bytes.count &- position >= 8 {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      // Bits beyond `held` may stay: the next refill writes the same bits there.
      pending |= word &<< UInt64(held)
      let taken = (63 &- held) &>> 3
      position &+= taken
      held &+= taken &* 8
    } else {
      refillAtEnd()
    }
  }

  @inline(never)
  private mutating func refillAtEnd() {
    while held <= 56 {
      if position < bytes.count { pending |= UInt64(bytes[position]) &<< UInt64(held) }
      position &+= 1
      held &+= 8
    }
  }

  /// Counts and consumes the ones that come next, at most `limit` (up to 56), and below the limit the zero
  /// that ends them. Call `refill` before.
  @inline(__always)
  mutating func ones(limit: Int) -> Int {
    let count = min((~pending).trailingZeroBitCount, limit)
    drop(count < limit ? count &+ 1 : count)
    return count
  }

  /// The next `width` bits of those held, up to 56. Call `refill` before.
  @inline(__always)
  mutating func take(_ width: Int) -> UInt64 {
    let value = pending & ((1 &<< UInt64(width)) &- 1)
    drop(width)
    return value
  }

  /// The next `width` bits, 0 to 64.
  @inline(__always)
  mutating func takeWide(_ width: Int) -> UInt64 {
    refill()
    if width <= 56 { return take(width) }
    let low = take(32)
    refill()
    return low | take(width &- 32) &<< 32
  }

  @inline(__always)
  private mutating func drop(_ width: Int) {
    pending = pending &>> UInt64(width)
    held &-= width
  }

  /// Marks the input as invalid: `isComplete` is false from then on.
  mutating func reject() { isWrong = true }

  /// Moves to the next byte; returns whether the skipped bits are zero.
  mutating func align() -> Bool { take(held & 7) == 0 }

  /// A byte.
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: takeWide(8)) }

  /// An integer of up to ten bytes; `nil` when it is written longer than it needs to be or has more than 64 bits.
  mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<10 {
      let next = UInt64(byte())
      value |= (next & 0x7F) &<< UInt64(7 * index)
      if next < 0x80 {
        let isShortest = next > 0 || index == 0
        return isShortest && (index < 9 || next == 1) ? value : nil
      }
    }
    return nil
  }
}
