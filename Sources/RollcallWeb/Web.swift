public import HTTPServer
import HTTPTypes
import Rollcall
public import RollcallStore

/// Everything a handler may use. The routes are in `Routes.swift`.
public struct Web: Sendable {
  let store: Store
  let pages: PageRenderer
  let files: StaticFiles
  let metrics = Metrics()
  let passwords: PasswordHasher
  /// Far below the hundred guesses that a password should withstand in a day, for networks never seen before too.
  let throttle = LoginThrottle(.paced(free: 50, pause: 30))
  let codeThrottle = LoginThrottle(.growing(free: 20))
  let rates = RequestRates<PhoneSession.ID>()
  /// A foreign app sends what waited one by one, and gives up the rest when it is refused: a whole day must pass.
  let ingestRates = RequestRates<AdapterDevice.ID>(rate: 100, burst: 2_000)
  let linkRates = AddressRates()
  /// As measured for logins of phones.
  let loginRates = AddressRates()
  /// Codes that a network asks for, whosever numbers they are for: each may cost a text message. 60 at once, and one a
  /// minute.
  let codeRates = AddressRates(rate: 1 / 60, burst: 60)
  /// Phones of one carrier share an address, with strangers too: their refreshes are no guesses, and only kept from
  /// crowding out uploads.
  let refreshRates = AddressRates(rate: 20, burst: 400)
  let publicURL: String?
  let otpDelivery: OTPDelivery
  let addresses: AddressLookup
  let channelAbilities: ChannelAbilities
  let keepsReports: Bool
  let looks = Looks()
  let askers = KnownAskers()
  let polls = Polls()
  let mapFiles: MapFiles
  let mapTiles: MapTiles?
  let isReady: @Sendable () -> Bool

  /// The largest body of a phone's request: 256 KiB.
  static let bodyLimit = 256 * 1_024

  /// The web floor on a store.
  ///
  /// - Parameters:
  ///   - templates: the directory of the templates.
  ///   - files: the directory of what browsers fetch.
  ///   - pages: the pages of `templates`, read and checked before; `nil` = they are read now.
  ///   - leaflet: the directory of Leaflet, which need not be there; maps are missing then.
  ///   - mapTiles: where maps get their ground from; `nil` = a plain one.
  ///   - publicURL: under which address browsers reach this server, without a slash at its end; `nil` = as the request
  ///     that makes a link reached it.
  ///   - otpDelivery: how codes come to phones.
  ///   - addresses: where a phone's address is registered.
  ///   - channels: what this server can do for channels.
  ///   - keepsReports: whether scheduled reports are made.
  ///   - isReady: whether the background work proves that the server can write; for `/readyz`.
  /// - Throws: `TemplateError` when a template and its page do not fit.
  public init(
    store: Store, templates: String, files: String, pages: PageRenderer? = nil,
    passwords: PasswordHasher = PasswordHasher(),
    leaflet: String = "/usr/share/javascript/leaflet", mapTiles: MapTiles? = nil,
    publicURL: String? = nil, otpDelivery: OTPDelivery = .none, addresses: AddressLookup = .none,
    channels: ChannelAbilities = ChannelAbilities(), keepsReports: Bool = false,
    isReady: @escaping @Sendable () -> Bool = { true }
  ) throws {
    self.store = store
    self.passwords = passwords
    self.isReady = isReady
    mapFiles = MapFiles(directory: leaflet)
    self.mapTiles = mapTiles
    self.publicURL = publicURL
    self.otpDelivery = otpDelivery
    self.addresses = addresses
    channelAbilities = channels
    self.keepsReports = keepsReports
    self.pages = try pages ?? PageRenderer(directory: templates, assets: Assets(directory: files))
    self.files = try StaticFiles(directory: files)
  }

  /// Sets what the server asks of the product: refusals in our words, security headers, metrics.
  public func prepare(_ configuration: inout Configuration) {
    configuration.refusal = refuse
    let fields = Self.securityFields(mapTiles)
    configuration.finish = { Self.secure($0, &$1, by: fields) }
    configuration.observe = { [metrics] in metrics.observe($0) }
    configuration.knownAsker = knownAsker
  }

  /// Adds to every answer what a browser must be told.
  private static func secure(
    _ request: Request, _ response: inout Response, by fields: [(HTTPField.Name, String)]
  ) {
    for (name, value) in fields where response.headers[name] == nil { response.headers[name] = value }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    if request.isSecure, let name = HTTPField.Name("Strict-Transport-Security") {
      response.headers[name] = "max-age=31536000"
    }
  }

  /// Nothing but our own files; the tiles of a map come from where the operator says, and Leaflet puts an empty image
  /// in the place of one that is no longer needed.
  private static func securityFields(_ tiles: MapTiles?) -> [(HTTPField.Name, String)] {
    let images = tiles.map { " img-src 'self' data: \($0.origin);" } ?? ""
    return [
      (
        "Content-Security-Policy",
        "default-src 'self';\(images) base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
      ),
      ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
      ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
  }
}
