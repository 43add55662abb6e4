import Foundation
import HTTPServer
import Rollcall

/// What the settings name.
enum DoctorSettings {
  private static let day: Milliseconds = 86_400_000
  /// From when on a file that knows networks is old, days: they change hands.
  private static let oldGeoIP: Milliseconds = 60

  /// What is found about settings; nothing without them.
  static func findings(_ settings: Settings?, _ now: Timestamp) -> [Finding] {
    guard let settings else { return [] }
    return [tls(settings, now), push(settings), sms(settings)] + geoIP(settings, now)
  }

  private static func tls(_ settings: Settings, _ now: Timestamp) -> Finding {
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
    let until = Timestamp(milliseconds: expiry * 1_000).rfc3339
    if expiry <= now.milliseconds / 1_000 {
      return .failure("tls", "the certificate ended at \(until)", advice)
    }
    if days < 14 { return .warning("tls", "the certificate ends in \(days) days, at \(until)", advice) }
    return .ok("tls", "the certificate counts for \(days) days")
  }

  private static func push(_ settings: Settings) -> Finding {
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
    guard keys.publicURL != nil else {
      return .warning(
        "push", "set up: \(services.joined(separator: ", ")); messages carry no link", "Set public_url.")
    }
    return .ok("push", "set up: \(services.joined(separator: ", "))")
  }

  private static func sms(_ settings: Settings) -> Finding {
    let keys = settings.sms
    if keys.webhookURL != nil { return .ok("text messages", "through a webhook") }
    if keys.twilioAccount != nil { return .ok("text messages", "through Twilio's API") }
    if keys.printsToLog {
      return .warning("text messages", "codes for logins are printed to the log", "For development only.")
    }
    return .ok("text messages", "no gateway: phones log in with tokens or codes to scan")
  }

  private static func geoIP(_ settings: Settings, _ now: Timestamp) -> [Finding] {
    guard !settings.geoIP.isEmpty else { return [.ok("geoip", "off: no file is named")] }
    return settings.geoIP.map { path in
      var about = stat()
      guard stat(path, &about) == 0 else {
        return .failure("geoip", "\(path) is not there", "A server does not start without it.")
      }
      let age = now.since(Timestamp(milliseconds: Int64(about.st_mtim.tv_sec) * 1_000)) / day
      guard age <= oldGeoIP else {
        return .warning("geoip", "\(path) is \(age) days old", "Networks change hands: fetch a newer one.")
      }
      return .ok("geoip", "\(path) is \(max(0, age)) days old")
    }
  }
}
