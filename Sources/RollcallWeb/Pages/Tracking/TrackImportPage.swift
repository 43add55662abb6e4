public import Rollcall

/// The form by which a track recorded elsewhere is taken into somebody's history.
public struct TrackImportPage: Page {
  /// Its template.
  public static let template = "Tracking/TrackImportPage"

  /// What surrounds it.
  public var shell: Shell
  /// Their name.
  public var name: String
  /// Their page.
  public var back: String
  /// Where the form leads.
  public var path: String
  /// The largest file, in words.
  public var largest: String
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the file; may be empty.
  public var problem: String

  /// The form, or what became of a file.
  public init(
    shell: Shell, slug: String, id: Responder.ID, name: String, largest: Int, notice: ActionNotice? = nil,
    problem: String = ""
  ) {
    self.shell = shell
    self.name = name
    back = PagePath.person(slug, id)
    path = Self.path(slug, id)
    self.largest = "\(largest >> 20) MiB"
    (self.notice, self.problem) = (notice, problem)
  }

  /// Where it is.
  static func path(_ slug: String, _ id: Responder.ID) -> String { PagePath.importTrack(slug, id) }

  /// One before a file was chosen.
  static let empty = TrackImportPage(
    shell: .example(.responders, title: "Take in a track"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", largest: 4 << 20)

  /// An example with every kind of content.
  public static let sample = TrackImportPage(
    shell: .example(.responders, title: "Take in a track"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", largest: 4 << 20,
    notice: ActionNotice(
      .calm, "1,204 points are stored; 3 were there already.", action: .sample),
    problem: "The file was not taken: not a GPX file: broken XML at line 7.")
}
