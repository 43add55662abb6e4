import Rollcall

/// The form that imports a track recorded elsewhere into a person's history.
struct TrackImportPage: Page {
  static let template = "Tracking/TrackImportPage"

  var shell: Shell
  var name, back, path: String
  var largest: String
  var notice: ActionNotice?
  /// The problem with the file; may be empty.
  var problem: String

  init(
    shell: Shell, slug: String, id: Responder.ID, name: String, largest: Int, notice: ActionNotice? = nil,
    problem: String = ""
  ) {
    (self.shell, self.name, self.largest) = (shell, name, Words.size(Int64(largest)))
    (back, path) = (PagePath.person(slug, id), PagePath.importTrack(slug, id))
    (self.notice, self.problem) = (notice, problem)
  }
}
