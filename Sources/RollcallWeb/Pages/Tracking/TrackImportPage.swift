import Rollcall

/// The form by which a track recorded elsewhere is taken into somebody's history.
struct TrackImportPage: Page {
  static let template = "Tracking/TrackImportPage"

  var shell: Shell
  var name: String
  var back: String
  var path: String
  /// The largest file, in words.
  var largest: String
  var notice: ActionNotice?
  /// What is wrong with the file; may be empty.
  var problem: String

  /// The form, or what became of a file.
  init(
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

  static func path(_ slug: String, _ id: Responder.ID) -> String { PagePath.importTrack(slug, id) }
}
