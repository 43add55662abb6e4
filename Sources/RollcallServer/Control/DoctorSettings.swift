import Foundation
import GeoIP
import HTTPServer
import Rollcall
import RollcallWeb

/// Checks of the settings.
enum DoctorSettings {
  private static let day: Milliseconds = 86_400_000

  /// Findings about the settings; none without settings.
  ///
  /// - Parameter address: with which links begin, as set at the start or by an owner; `nil` = none.
  static func checks(_ settings: Settings?, address: String?, _ now: Timestamp) -> [Check] {
    guard let settings else { return [] }
    return [
      tls(settings, now), names(settings, address), push(settings, address), sms(settings), mail(settings),
      reports(settings),
      map(settings),
    ] + geoIP(settings, now)
  }

  private static func tls(_ settings: Settings, _ now: Timestamp) -> Check {
    guard let files = settings.tls else {
      guard settings.listen.isLoopback || !settings.trustedProxies.isEmpty else {
        return .warning(
          "tls", "other machines reach this server over plain HTTP", "Name a certificate or a proxy.")
      }
      return .ok("tls", "plain HTTP on \(settings.listen), for this machine or its proxy")
    }
    let advice = "Renew it, then send SIGHUP."
    if let fault = files.fault { return .failure("tls", fault, "Without both files no server starts.") }
    guard let expiry = files.expiry else {
      return .failure("tls", "\(files.certificate) cannot be read", advice)
    }
    let days = (expiry - now.milliseconds / 1_000) / 86_400
    let until = String(Timestamp(milliseconds: expiry * 1_000).rfc3339.prefix(10))
    if expiry <= now.milliseconds / 1_000 {
      return .failure("tls", "the certificate ended on \(until)", advice)
    }
    if days < 14 { return .warning("tls", "the certificate ends in \(days) days, on \(until)", advice) }
    return .ok("tls", "the certificate counts for \(days) days, to \(until)")
  }

  /// Links to invitations and screens contain the server's name, and a proxy may pass any name on.
  private static func names(_ settings: Settings, _ address: String?) -> Check {
    if let url = address { return .ok("host names", "links begin with \(url)") }
    guard settings.allowedHosts == nil else {
      return .ok("host names", "links begin with the name by which a browser asked, one of those allowed")
    }
    return .warning(
      "host names", "links begin with whatever name a browser or a proxy sends",
      "Set the public address in Settings → Server, or public_url or allowed_hosts.")
  }

  private static func push(_ settings: Settings, _ address: String?) -> Check {
    let keys = settings.push
    let services = [
      keys.fcmServiceAccount.map { _ in "FCM" }, keys.expoAccessToken.map { _ in "Expo with a token" },
      keys.ntfyURL.map { _ in "ntfy" }, keys.webhookSecrets.isEmpty ? nil : "webhooks",
    ].compactMap { $0 }
    guard !services.isEmpty else {
      return .warning(
        "push", "no service is set up: phones learn of an offer at their next report",
        "Set FCM, ntfy or webhooks up.")
    }
    guard address != nil else {
      return .warning(
        "push", "set up: \(services.joined(separator: ", ")); messages carry no link",
        "Set the public address in Settings → Server, or public_url.")
    }
    return .ok("push", "set up: \(services.joined(separator: ", "))")
  }

  private static func sms(_ settings: Settings) -> Check {
    let keys = settings.sms
    if keys.webhookURL != nil { return .ok("text messages", "through a webhook") }
    if keys.twilioAccount != nil { return .ok("text messages", "through Twilio's API") }
    if keys.printsToLog {
      return .warning("text messages", "codes for logins are printed to the log", "For development only.")
    }
    return .ok("text messages", "no gateway: phones log in with tokens or codes to scan")
  }

  private static func mail(_ settings: Settings) -> Check {
    settings.mail.url == nil
      ? .ok("mail", "off: no server is named") : .ok("mail", "through \(Self.host(settings.mail.url))")
  }

  /// The host of an address alone: the rest may hold a password.
  private static func host(_ address: String?) -> String {
    address.flatMap { URL(string: $0)?.host } ?? "the server that smtp_url names"
  }

  /// A missing folder is made with the first report, where possible.
  private static func reports(_ settings: Settings) -> Check {
    guard let folder = settings.reports else { return .ok("reports", "off: no folder is named") }
    let advice = "Give the server's user a folder of their own: reports are tried again every 10 minutes."
    var place = URL(fileURLWithPath: folder)
    while access(place.path, F_OK) != 0, place.path != "/" { place.deleteLastPathComponent() }
    var about = stat()
    guard stat(place.path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else {
      return .failure("reports", "\(place.path) is no folder", advice)
    }
    guard access(place.path, W_OK | X_OK) == 0 else {
      return .failure("reports", "nothing can be written into \(place.path)", advice)
    }
    let isThere = access(folder, F_OK) == 0
    return .ok("reports", isThere ? "\(folder) can be written" : "\(folder) is made with the first report")
  }

  private static func map(_ settings: Settings) -> Check {
    guard let file = settings.mapFile else {
      return .ok("map", settings.mapTiles.map { "tiles of \($0.origin)" } ?? "off: maps have a plain ground")
    }
    do throws(SettingsError) {
      _ = try file.ground()
      return .ok("map", "\(file.path) can be drawn")
    } catch { return .failure("map", error.description, "A server does not start without it.") }
  }

  private static func geoIP(_ settings: Settings, _ now: Timestamp) -> [Check] {
    guard !settings.geoIP.isEmpty else { return [.ok("geoip", "off: no file is named")] }
    return settings.geoIP.map { geoIP($0, now) }
  }

  /// By its own date, as in the alert `GeoIPOld`.
  private static func geoIP(_ path: String, _ now: Timestamp) -> Check {
    let file: GeoIPDatabase
    do throws(GeoIPError) {
      file = try GeoIPDatabase([path]) { _ in }
    } catch {
      return .failure("geoip", error.words, "A server does not start without it.")
    }
    guard case .made(let made) = GeoIPDatabase.age(file) else {
      return .failure("geoip", "\(path): cannot be read", "A server does not start without it.")
    }
    let age = max(0, now.since(made))
    let words = "\(path) was made \(age / day) days ago"
    guard age <= MachineFigures.oldestFile else {
      return .warning("geoip", words, "Networks change hands: fetch a newer one.")
    }
    return .ok("geoip", words)
  }
}
