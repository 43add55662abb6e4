public import Rollcall

/// A raw request of another app.
public struct AdapterRequest: Sendable {
  /// By which words.
  public var adapter: Adapter
  /// The raw query of the URL, without `?`.
  public var query: [UInt8]
  /// The body, as it came.
  public var body: [UInt8]
  /// The server's time.
  public var receivedAt: Timestamp
  /// The unit of its speed, where the protocol leaves it open.
  public var speedUnit: Adapter.SpeedUnit

  /// Creates a request. The content type is ignored, because apps send any.
  public init(
    _ adapter: Adapter, query: [UInt8] = [], body: [UInt8], receivedAt: Timestamp,
    speedUnit: Adapter.SpeedUnit = .knots
  ) {
    self.adapter = adapter
    self.query = query
    self.body = body
    self.receivedAt = receivedAt
    self.speedUnit = speedUnit
  }

  /// Parses it.
  ///
  /// - Throws: `malformed` for broken JSON, `invalid` for JSON that this app never sends. Nothing else is an
  ///   error: a bad record is rejected alone, so that no phone sends it for ever.
  public func read() throws(WireError) -> AdapterReport {
    var intake = AdapterIntake(now: receivedAt)
    switch content {
    case .nothing:
      // Overland alone never sends nothing.
      if adapter == .overland { throw Self.shapeless("locations") }
    case .form(let form):
      switch adapter {
      case .osmand: intake.readOsmAnd(form, speedUnit)
      case .gpslogger: intake.readGPSLogger(form)
      case .flat: intake.readFlat(form)
      case .owntracks, .overland, .transistor, .expo: throw Self.shapeless("")
      }
    case .json:
      do {
        try JSON.read(body, limits: .adapter) { root throws(WireError) in try read(root, into: &intake) }
      } catch {
        switch error {
        case .malformed(let error): throw .malformed(error)
        case .refused(let error): throw error
        }
      }
    }
    return intake.report
  }

  /// Whether it is empty: without any field that this app could mean.
  public var isEmpty: Bool { if case .nothing = content { true } else { false } }

  private enum Content {
    case nothing
    case form(AdapterFields)
    case json
  }

  /// Decided by its first byte: apps call JSON a form, and send forms without a content type.
  private var content: Content {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
    if first != nil, ![.osmand, .gpslogger, .flat].contains(adapter) { return .json }
    let pairs = AdapterForm.pairs(body) + AdapterForm.pairs(query)
    let isForm = [.osmand, .gpslogger, .flat].contains(adapter)
    return pairs.isEmpty || !isForm ? .nothing : .form(AdapterFields(pairs: pairs))
  }

  private func read(_ root: JSONValue, into intake: inout AdapterIntake) throws(WireError) {
    switch adapter {
    case .owntracks: try intake.readOwnTracks(root)
    case .overland: try intake.readOverland(root)
    case .osmand: try intake.readOsmAnd(root, speedUnit)
    case .flat: intake.readFlat(root)
    case .gpslogger: intake.readGPSLogger(AdapterFields(root, decodesEscapes: true))
    case .transistor: try intake.readTransistor(root)
    case .expo: try intake.readExpo(root)
    }
  }

  /// The error for JSON that this app does not send.
  static func shapeless(_ field: String) -> WireError {
    .invalid([RequestFault(field: field, rule: "required", message: "The body is not what this app sends")])
  }
}
