public import Foundation
public import Rollcall

/// One incident of a seed: an entry of `incidents.json`.
///
/// For example:
///
/// ```json
/// {"at": "40s", "every": "15m", "title": "Fall on the stairs", "severity": "high", "near": "R-001", "ask":
/// "automatic"}
/// ```
///
/// Times are counted from the live start, as in the stories of phones.
public struct IncidentStory: Decodable, Equatable, Sendable {
  /// When it is opened, milliseconds after the live start.
  public var at: Milliseconds
  /// The interval of its repeats, at least a minute; `nil` = it happens once. Milliseconds.
  public var every: Milliseconds?
  /// A word of `Incident.Kind`.
  public var kind: String
  /// In one line.
  public var title: String
  /// A word of `Incident.Severity`.
  public var severity: String
  /// Further notes; may be empty.
  public var notes: String
  /// The name of a site of the workspace where it happens; empty = another place.
  public var site: String
  /// The place; `nil` = a site, or near a person.
  public var position: Position?
  /// The external id of that person, unless there is a site or a position.
  public var near: String
  /// A word of `Asking.Mode`.
  public var mode: String
  /// The external ids of the picked people, in order.
  public var picks: [String]
  /// How long each has to answer, seconds; `nil` = the workspace's setting.
  public var answerSeconds: Int64?
  /// When the control room cancels it, milliseconds after its opening; `nil` = never.
  public var cancelledAfter: Milliseconds?

  enum CodingKeys: String, CodingKey {
    case at, every, kind, title, severity, notes, site, lat, lng, near, picks
    case mode = "ask"
    case answerSeconds = "answer_s"
    case cancelledAfter = "cancelled_after"
  }

  /// Decodes an incident.
  ///
  /// - Throws: `StoryError` for an unknown word, an invalid place, or an incident without title.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    at = try values.decode(StoryTime.self, forKey: .at).milliseconds
    every = try values.decodeIfPresent(StoryTime.self, forKey: .every).map { max(60_000, $0.milliseconds) }
    kind = try values.decodeIfPresent(String.self, forKey: .kind) ?? Incident.Kind.incident.rawValue
    let title = try values.decode(String.self, forKey: .title)
    self.title = title
    severity = try values.decodeIfPresent(String.self, forKey: .severity) ?? Incident.Severity.normal.rawValue
    notes = try values.decodeIfPresent(String.self, forKey: .notes) ?? ""
    site = try values.decodeIfPresent(String.self, forKey: .site) ?? ""
    near = try values.decodeIfPresent(String.self, forKey: .near) ?? ""
    let latitude = try values.decodeIfPresent(Double.self, forKey: .lat)
    let longitude = try values.decodeIfPresent(Double.self, forKey: .lng)
    position = try latitude.flatMap { latitude in
      guard let place = longitude.flatMap({ Position(latitude: latitude, longitude: $0) }) else {
        throw StoryError("no place: \(title)")
      }
      return place
    }
    mode = try values.decodeIfPresent(String.self, forKey: .mode) ?? Asking.Mode.automatic.rawValue
    picks = try values.decodeIfPresent([String].self, forKey: .picks) ?? []
    answerSeconds = try values.decodeIfPresent(Int64.self, forKey: .answerSeconds)
    cancelledAfter = try values.decodeIfPresent(StoryTime.self, forKey: .cancelledAfter)?.milliseconds
    try check()
  }

  private var hasPlace: Bool { position != nil || !site.utf8.isEmpty || !near.utf8.isEmpty }

  private func check() throws {
    guard Incident.Kind(rawValue: kind) != nil, Incident.Severity(rawValue: severity) != nil,
      let mode = Asking.Mode(rawValue: mode)
    else { throw StoryError("unknown kind, severity or way to ask: \(title)") }
    guard (1...NewIncident.titleLimit).contains(title.utf8.count), hasPlace,
      (mode == .parallel) != picks.isEmpty
    else { throw StoryError("an incident has a title, a place, and those who are picked by hand: \(title)") }
  }

  /// The incidents of a file; empty when there is no file.
  ///
  /// - Throws: `DecodingError`, `StoryError`, or what reading the file throws.
  public static func read(_ file: URL) throws -> [IncidentStory] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try JSONDecoder().decode([IncidentStory].self, from: Data(contentsOf: file))
  }
}
