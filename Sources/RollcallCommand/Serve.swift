import ArgumentParser
import RollcallServer

/// `rollcall serve`.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the server until SIGTERM or Ctrl-C.",
    discussion: """
      Each option can also come from a variable (--listen from ROLLCALL_LISTEN, and so on; lists with commas), or
      from a JSON file (--config FILE or ROLLCALL_CONFIG) with the keys listen, database, tls_cert, tls_key,
      trusted_proxies, allowed_hosts, forwarding_header, log_level, insecure_http, public_url, map_…, reports, push_…, sms_…,
      smtp_…, purge_after, backups_kept and otp_to_log. Options come before variables, variables before the file. Secrets have no option, because
      everybody on the machine can read those: push_expo_access_token, push_ntfy_token, push_webhook_secret,
      sms_webhook_secret, sms_twilio_token, smtp_user and smtp_password come from a variable or the file. SIGHUP reads the certificate again;
      connections that are open keep theirs.
      """)

  @Option(help: ArgumentHelp("Where to listen; port 0 takes a free one.", valueName: "address:port"))
  var listen: String?
  @Option(help: ArgumentHelp("The database; made when it does not exist.", valueName: "file"))
  var database: String?
  @Option(help: ArgumentHelp("A file with settings.", valueName: "file")) var config: String?
  @Option(
    help: ArgumentHelp("A certificate in PEM, with those up to the root: TLS 1.2 and 1.3.", valueName: "file")
  )
  var tlsCert: String?
  @Option(help: ArgumentHelp("Its private key in PEM, without a password.", valueName: "file"))
  var tlsKey: String?
  @Option(
    name: .customLong("trusted-proxy"),
    help: ArgumentHelp(
      "A proxy whose forwarding header is believed; several with commas.", valueName: "address-or-network"))
  var trustedProxies: [String] = []
  @Option(
    name: .customLong("allowed-host"),
    help: ArgumentHelp("A host to answer for; else any.", valueName: "host"))
  var allowedHosts: [String] = []
  @Option(help: ArgumentHelp("What the proxies write: x-forwarded-for or forwarded.", valueName: "name"))
  var forwardingHeader: String?
  @Option(help: ArgumentHelp("trace, debug, info, notice, warning, error or critical.", valueName: "level"))
  var logLevel: String?
  @Option(
    help: ArgumentHelp(
      "A server of map tiles, which browsers then ask: https://tile.example.org/{z}/{x}/{y}.png.",
      valueName: "address"))
  var mapTiles: String?
  @Option(
    help: ArgumentHelp("A map in one file, of raster tiles (MBTiles), served to members.", valueName: "file"))
  var mapFile: String?
  @Option(
    help: ArgumentHelp("Whose map that is, as its owner wants it said; tiles need it.", valueName: "text"))
  var mapAttribution: String?
  @Option(
    help: ArgumentHelp(
      "A geocoder with Nominatim's API, which this server then asks for places.", valueName: "address"))
  var geocoder: String?
  @Option(
    name: .customLong("geoip"),
    help: ArgumentHelp(
      "A file that knows countries or networks by address (.mmdb); several with commas.", valueName: "file"))
  var geoIP: [String] = []
  @Option(
    help: ArgumentHelp("A folder for scheduled reports; without it none are made.", valueName: "folder"))
  var reports: String?
  @Option(
    help: ArgumentHelp("How long after a start the first purge begins, 60 by default.", valueName: "seconds"))
  var purgeAfter: Int?

  @Option(help: ArgumentHelp("How many of the backups started in the console are kept.", valueName: "count"))
  var backupsKept: Int?
  @Flag(name: .customLong("insecure-http"), help: "Allow plain HTTP that other machines can reach.")
  var insecureHTTP = false
  @Flag(
    help:
      "Print a link that makes the first workspace, also where standard error is no terminal. Opens from this machine."
  )
  var setup = false
  @Flag(help: "The same, and the link opens from other machines, too.") var setupPublic = false
  @OptionGroup(title: "Push messages") var push: PushFlags
  @OptionGroup(title: "Logins of phones by number") var sms: SMSFlags
  @OptionGroup(title: "Mail") var mail: MailFlags
  @Flag(help: ArgumentHelp("Accepted by every command; changes nothing here.", visibility: .hidden))
  var json = false

  func run() async throws {
    do {
      var settings = try Settings.load(flags)
      (settings.version, settings.setupIsPublic) = (Version.number, setupPublic)
      settings.offersSetup = setup || setupPublic || Terminal.showsErrors
      try await Serving.run(
        settings, places: Version.places(), logger: Logs.standard(level: settings.logLevel))
    } catch { throw Terminal.exit(for: error) }
  }

  private var flags: Settings.Flags {
    var flags = Settings.Flags()
    flags.config = config
    flags.values["listen"] = listen
    flags.values["database"] = database
    flags.values["tls_cert"] = tlsCert
    flags.values["tls_key"] = tlsKey
    flags.values["forwarding_header"] = forwardingHeader
    flags.values["log_level"] = logLevel
    flags.values["map_tiles"] = mapTiles
    flags.values["map_file"] = mapFile
    flags.values["map_attribution"] = mapAttribution
    flags.values["geocoder"] = geocoder
    flags.values["reports"] = reports
    flags.values["purge_after"] = purgeAfter.map { String($0) }
    flags.values["backups_kept"] = backupsKept.map { String($0) }
    push.fill(&flags)
    sms.fill(&flags)
    mail.fill(&flags)
    if insecureHTTP { flags.values["insecure_http"] = "true" }
    for (name, texts) in [
      ("trusted_proxies", trustedProxies), ("allowed_hosts", allowedHosts), ("geoip", geoIP),
    ] {
      let list = texts.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) } }
      if !list.isEmpty { flags.lists[name] = list }
    }
    return flags
  }
}
