/// Writes bytes, variable-length integers and bits, lowest bit first, into a buffer that is large enough.
///
/// The caller ensures the size: see `IntegerCode.space`.
struct BitWriter {
  private let base: UnsafeMutableRawPointer
  /// Whole bytes written.
  private(set) var count = 0
  private var pending: UInt64 = 0
  /// Bits in `pending`, below 8 between calls.
  private var used = 0

  init(_ base: UnsafeMutableRawPointer) { self.base = base }

  /// Appends the lowest `width` bits of `value`; the others must be zero. At most 56.
  @inline(__always)
  mutating func put(_ value: UInt64, _ width: Int) {
    pending |= value &<< UInt64(used)
    used &+= width
    base.storeBytes(of: pending.littleEndian, toByteOffset: count, as: UInt64.self)
    let bytes = used &>> 3
    count &+= bytes
    pending &>>= UInt64(bytes &* 8)
    used &= 7
  }

  /// Appends `width` bits, 0 to 64.
  @inline(__always)
  mutating func putWide(_ value: UInt64, _ width: Int) {
    if width <= 32 {
      put(value, width)
    } else {
      put(value & 0xFFFF_FFFF, 32)
      put(value &>> 32, width &- 32)
    }
  }

  /// Appends a byte. Bits must be aligned.
  mutating func byte(_ value: UInt8) { put(UInt64(value), 8) }

  /// Appends seven bits a byte, the lowest first; the highest bit says that more follow. Bits must be aligned.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      byte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    byte(UInt8(truncatingIfNeeded: rest))
  }

  /// Fills the last byte with zero bits.
  mutating func align() { if used > 0 { put(0, 8 &- used) } }
}
