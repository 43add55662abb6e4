/// Positions of one person and metadata of their uploads, packed column by column. docs/store.md describes
/// the format.
///
/// For example:
///
///     let bytes = try Chunk.encode(pings: Rows(pings), uploads: Rows(uploads))
///     let times = try Chunk(bytes).pings([.effectiveAt])
///
/// Any input is either read exactly as it was written or rejected with an error.
public struct Chunk: Sendable {
  /// The most rows of one kind: forged counts cost no memory.
  public static let maximumRows = 4_096
  /// The format that is written, and the only one that is read.
  public static let version: UInt8 = 1
  private static let checksumSize = 4

  private let bytes: [UInt8]
  private let pings: TableDirectory
  private let uploads: TableDirectory

  /// How many positions.
  public var pingCount: Int { pings.count }
  /// How many uploads.
  public var uploadCount: Int { uploads.count }

  /// Checks the checksum and the directory of a chunk. No column is decoded yet.
  public init(_ bytes: [UInt8]) throws(ChunkError) {
    guard let version = bytes.first else { throw .truncated }
    guard version == Self.version else { throw .unknownVersion(version) }
    guard bytes.count > Self.checksumSize else { throw .truncated }
    let end = bytes.count - Self.checksumSize
    let isWhole = bytes.withUnsafeBytes { all in
      let sum = all.loadUnaligned(fromByteOffset: end, as: UInt32.self)
      return UInt32(littleEndian: sum) == Checksum.of(UnsafeRawBufferPointer(rebasing: all[..<end]))
    }
    guard isWhole else { throw .wrongChecksum }
    var reader = DirectoryReader(bytes, from: 1, to: end)
    var (pings, uploads) = try (reader.table(PingColumn.traits), reader.table(UploadColumn.traits))
    guard uploads.place(from: pings.place(from: reader.position)) == end else { throw .damagedDirectory }
    (self.bytes, self.pings, self.uploads) = (bytes, pings, uploads)
  }

  /// Decodes these columns of the positions.
  public func pings(_ columns: ColumnSet<PingColumn> = .all) throws(ChunkError) -> Rows<PingColumn> {
    Rows(count: pings.count, columns: try pings.read(columns.bits, from: bytes))
  }

  /// Decodes these columns of the uploads.
  public func uploads(_ columns: ColumnSet<UploadColumn> = .all) throws(ChunkError) -> Rows<UploadColumn> {
    Rows(count: uploads.count, columns: try uploads.read(columns.bits, from: bytes))
  }

  /// The bytes of a chunk. The same values in the same order give the same bytes.
  ///
  /// - Throws: `tooManyRows`; `missingColumn` when rows were decoded in part.
  public static func encode(
    pings: Rows<PingColumn>, uploads: Rows<UploadColumn>
  ) throws(ChunkError) -> [UInt8] {
    for count in [pings.count, uploads.count] where count > maximumRows { throw .tooManyRows(count) }
    let (first, second) = (PingColumn.traits, UploadColumn.traits)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: TableDirectory.space(first, pings.count) + TableDirectory.space(second, uploads.count),
      alignment: 8)
    defer { memory.deallocate() }
    var payload = BitWriter(memory)
    var output: [UInt8] = [version]
    output.reserveCapacity(128)
    try TableDirectory.write(pings.columns, pings.count, first, directory: &output, payload: &payload)
    try TableDirectory.write(uploads.columns, uploads.count, second, directory: &output, payload: &payload)
    output.reserveCapacity(output.count + payload.count + checksumSize)
    output += UnsafeRawBufferPointer(start: memory, count: payload.count)
    let sum = output.withUnsafeBytes { Checksum.of($0) }
    for shift: UInt32 in [0, 8, 16, 24] { output.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return output
  }
}
