/// The result of importing a track that was recorded elsewhere.
public struct TrackImport: Equatable, Sendable {
  /// Now on disk.
  public var stored = 0
  /// Already stored: imported before, or uploaded by the phone.
  public var duplicates = 0
  /// Older than the retention: not stored.
  public var expired = 0
  /// Later than now: not stored.
  public var ahead = 0
  /// Without a usable time: not stored.
  public var undated = 0
  /// Without a readable place: not stored.
  public var unplaced = 0

  /// Nothing yet.
  public init() {}

  /// The result as a sentence: `1,204 points are stored; 3 were there already, 2 had no usable time.`
  public var words: String {
    let rest = [
      (duplicates, "were there already"), (expired, "are older than the retention"),
      (ahead, "are later than now"), (undated, "had no usable time"), (unplaced, "had no readable place"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let first = stored == 1 ? "1 point is stored" : "\(stored) points are stored"
    return rest.isEmpty ? first + "." : "\(first); \(rest.joined(separator: ", "))."
  }
}
