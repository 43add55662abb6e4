import Foundation
public import HTTPServer
import Rollcall
public import RollcallStore

/// The common base of the handlers. Each subject has its own handle on it, with its routes.
public final class Web: Sendable {
  let store: Store
  let pages: PageRenderer
  let files: StaticFiles
  let metrics = Metrics()
  let passwords: PasswordHasher
  let limits = RequestLimits()
  let installation: Installation
  let otpDelivery: OTPDelivery
  let addresses: AddressLookup
  let channelAbilities: ChannelAbilities
  let paper: Paper
  let views = AccessLogSession()
  let askers = KnownAskers()
  let polls = Polls()
  let mapFiles: MapFiles
  let mapGround: MapGround
  let background: BackgroundState

  /// The largest body of a phone's request: 256 KiB.
  static let bodyLimit = 256 * 1_024

  /// The web floor on a store.
  ///
  /// - Parameters:
  ///   - templates: the directory of the templates.
  ///   - files: the directory of files for browsers.
  ///   - pages: the pages of `templates`, read and checked before; `nil` = they are read now.
  ///   - leaflet: the directory of Leaflet, which may be missing; then there are no maps.
  ///   - mapGround: what lies under maps.
  ///   - outsidePlaces: the operator's geocoder.
  ///   - setup: the link that makes the first workspace.
  ///   - serverDesk: what owners of the installation see of the server.
  ///   - otpDelivery: the delivery of codes to phones.
  ///   - addresses: the registry of internet addresses.
  ///   - channels: the channel features available.
  ///   - keepsReports: whether scheduled reports are made.
  ///   - version: the version of the program.
  ///   - printer: makes PDF files; `nil` = nothing here can.
  ///   - taskFailures: how often background tasks failed.
  ///   - isReady: whether the background work proves that the server can write; for `/readyz`.
  /// - Throws: `TemplateError` when a template and its page do not fit.
  public init(
    store: Store, templates: String, files: String, pages: PageRenderer? = nil,
    passwords: PasswordHasher = PasswordHasher(),
    leaflet: String = "/usr/share/javascript/leaflet", mapGround: MapGround = .plain,
    outsidePlaces: OutsidePlaces = .none, setup: SetupGate? = nil,
    serverDesk: ServerDesk = .none, otpDelivery: OTPDelivery = .none, addresses: AddressLookup = .none,
    channels: ChannelAbilities = ChannelAbilities(), keepsReports: Bool = false,
    taskFailures: TaskFailures = .none, version: String = "", printer: PDFPrinter? = nil,
    isReady: @escaping @Sendable () -> Bool = { true }
  ) throws {
    self.store = store
    self.passwords = passwords
    background = BackgroundState(isReady: isReady, failures: taskFailures)
    mapFiles = MapFiles(directory: leaflet, outsidePlaces: outsidePlaces)
    self.mapGround = mapGround
    installation = Installation(store, setup: setup, desk: serverDesk)
    self.otpDelivery = otpDelivery
    self.addresses = addresses
    channelAbilities = channels
    paper = Paper(
      keepsReports: keepsReports, sendsMail: channels.sendsMail, version: version, printer: printer,
      style: FileManager.default.contents(atPath: "\(files)/statement.css").map { Array($0) } ?? [])
    self.pages = try pages ?? PageRenderer(directory: templates, assets: Assets(directory: files))
    self.files = try StaticFiles(directory: files)
  }

  /// Configures the product's part of the server: refusals in our words, security headers, metrics.
  public func prepare(_ configuration: inout Configuration) {
    configuration.refusal = refuse
    configuration.finish = SecurityHeaders(mapGround).add
    configuration.observe = { [metrics] in metrics.observe($0) }
    configuration.knownAsker = door.knownAsker
  }
}
