import Dispatch
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension IngestWeb {
  /// The largest report of most foreign apps: 64 KiB.
  static let ingestLimit = 64 * 1_024
  /// The largest report of apps that send waiting positions in one piece, or a photo with a position: 4 MiB.
  static let ingestLargeLimit = 4 << 20

  /// Foreign apps, by a secret in the head or in the path.
  var ingestRoutes: [Route] {
    ["/ingest", "/ingest/t/{secret}"].flatMap { start in
      ingestRoutes("\(start)/overland", limit: Self.ingestLargeLimit)
        + ingestRoutes("\(start)/transistor", limit: Self.ingestLargeLimit)
        + ingestRoutes("\(start)/owntracks", limit: Self.ingestLargeLimit)
        + ingestRoutes("\(start)/osmand", limit: Self.ingestLargeLimit)
        + ingestRoutes("\(start)/{adapter}", limit: Self.ingestLimit)
    }
  }

  private func ingestRoutes(_ pattern: String, limit: Int) -> [Route] {
    [HTTPRequest.Method.get, .post, .put].map { method in
      Route(
        method, pattern, body: .any(limit: limit), admission: .inline(admitIngest),
        handler: .deferred(ingest))
    } + [Route(.options, pattern, handler: .inline { _ in Response(.noContent) })]
  }

  /// `POST /ingest/{adapter}`: reads here, stores on the writer's thread, answers when it is on disk.
  @Sendable private func ingest(_ request: Request, _ reply: Reply) {
    guard request.body.count > Self.ingestLimit else { return takeReport(request, reply) }
    // Reports that take long to read must not block the event loop; one after the other.
    Self.largeReports.async { takeReport(request, reply) }
  }

  private static let largeReports = DispatchQueue(label: "large reports")

  private func takeReport(_ request: Request, _ reply: Reply) {
    guard let device = adapterDevice(of: request) else { return reply.send(Self.unknownSecret) }
    if request.method == .get, device.adapter == .overland {
      return reply.send(Self.ingestAnswer(AdapterAnswer(nameOf: name(of: device))))
    }
    let asked = AdapterRequest(
      device.adapter, query: Self.rawQuery(request), body: request.body, receivedAt: store.clock(),
      speedUnit: device.speedUnit)
    // A browser that opens the address is not the phone.
    if request.method == .get, asked.isEmpty {
      return reply.send(Self.ingestAnswer(AdapterAnswer(to: device.adapter, stored: 0)))
    }
    do throws(WireError) {
      let report = try asked.read()
      guard !report.isLastWill else {
        return reply.send(Self.ingestAnswer(AdapterAnswer(to: device.adapter, stored: 0)))
      }
      guard web.uploads.canDate(report) else {
        return reply.send(Self.notNow(UploadWeb.doubtWords, retryAfter: UploadWeb.doubtWait))
      }
      store(AdapterUpload(report, request), from: device, reply)
    } catch {
      refuse(error, request, from: device, reply)
    }
  }

  private func store(_ upload: AdapterUpload, from device: AdapterDevice, _ reply: Reply) {
    store.tracking.ingest(upload, from: device) { [metrics = web.metrics] outcome in
      switch outcome {
      case .success(let result?):
        metrics.ingested(device.adapter, result)
        reply.send(
          Self.ingestAnswer(
            AdapterAnswer(
              to: device.adapter, stored: result.positions.stored, interval: result.interval)))
      case .success(nil): reply.send(Self.unknownSecret)
      case .failure: reply.send(Self.notNow("Nothing was stored, try again", retryAfter: 2))
      }
    }
  }

  /// Counts a broken body, which is still a contact.
  private func refuse(
    _ error: WireError, _ request: Request, from device: AdapterDevice, _ reply: Reply
  ) {
    var upload = AdapterUpload(AdapterReport(), request)
    upload.drops = ["broken_body"]
    store.tracking.ingest(upload, from: device) { [metrics = web.metrics] outcome in
      if case .success(let result?) = outcome { metrics.ingested(device.adapter, result) }
      var response = Response.json(BatchAnswer.refused(error), status: .badRequest)
      response.headers[Self.referrerPolicy] = "no-referrer"
      reply.send(response)
    }
  }

  private func name(of device: AdapterDevice) -> String {
    store.liveness.boardEntry(of: device.responder, in: device.workspace)?.person.name ?? ""
  }

  private static func ingestAnswer(_ answer: AdapterAnswer) -> Response {
    Response(
      .ok, headers: [.contentType: answer.contentType, referrerPolicy: "no-referrer"],
      body: .bytes(answer.body))
  }

  /// The raw query: each app has its own idea of one.
  private static func rawQuery(_ request: Request) -> [UInt8] {
    let target = request.target.utf8
    guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return Array(target[target.index(after: mark)...])
  }
}

extension AdapterUpload {
  /// The store's input from an app's report.
  init(_ report: AdapterReport, _ request: Request) {
    self.init(
      pings: report.pings, signs: report.signs, telemetry: report.telemetry, saidAt: report.saidAt,
      events: report.events,
      notes: report.notes,
      drops: report.drops.map(\.rawValue), userAgent: request.headers[.userAgent],
      bytes: request.body.count)
  }
}
