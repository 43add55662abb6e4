import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension IngestWeb {
  /// The largest file that a browser may send, bytes; the command line accepts larger ones.
  private static let trackLimit = 4 << 20

  /// Tracks that were recorded elsewhere.
  var trackRoutes: [Route] {
    [
      web.door.console(.get, "/w/{ws}/responders/{id}/import", .manageResponders, askForTrack),
      web.door.console(
        .post, "/w/{ws}/responders/{id}/import", .manageResponders, lane: .slow,
        body: .upload(limit: Self.trackLimit), importTrack),
    ]
  }

  /// `GET /w/{ws}/responders/{id}/import`
  @Sendable func askForTrack(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    web.html(pages.render(try trackPage(asked)))
  }

  /// `POST /w/{ws}/responders/{id}/import`: importing a file again changes nothing.
  @Sendable func importTrack(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedUpload(asked) else { return web.fleet.refuseForm(asked) }
    var page = try trackPage(asked)
    guard let sent = form.files.first(where: { $0.field == "track" }), !sent.bytes.isEmpty else {
      page.problem = "Choose a file."
      return web.html(pages.render(page), status: .badRequest)
    }
    let bytes = Array(sent.bytes)
    let file: TrackFile
    do throws(TrackFileError) { file = try TrackFile(bytes) } catch {
      page.problem = Words.History.fileNotTaken(error.description)
      return web.html(pages.render(page), status: .badRequest)
    }
    var result = try store.tracking.importTrack(
      file.pings, from: bytes, of: try asked.responder(), in: asked.visitor.scope)
    (result.undated, result.unplaced) = (file.undated, file.unplaced)
    page.notice = ActionNotice(
      result.stored > 0 ? .calm : .warning, result.words, action: Self.look(file, page.back))
    return web.html(pages.render(page))
  }

  /// The page that shows the track: the person's, on the days of the file.
  private static func look(_ file: TrackFile, _ path: String) -> Link? {
    let times = file.pings.compactMap(\.recordedAt)
    guard let first = times.min(), let last = times.max() else { return nil }
    var query = URLQuery()
    query.add("from", first.rfc3339)
    query.add("to", last.advanced(by: 1).rfc3339)
    return Link(label: Words.History.theirTimelineThen, href: query.link(path))
  }

  private func trackPage(_ asked: ConsoleRequest) throws(StoreError) -> TrackImportPage {
    let workspace = asked.visitor.workspace
    let id = try asked.responder()
    guard let entry = store.boards.entry(of: id, in: workspace.id) else { throw .notFound("responder") }
    return TrackImportPage(
      shell: web.shell(.responders, asked.visitor, title: "Import a track"), slug: workspace.slug, id: id,
      name: entry.person.name, largest: Self.trackLimit)
  }
}
