import Rollcall

/// OwnTracks: `_type` `configuration`, as the app exports it.
extension EnrolmentTarget {
  var owntracksLink: String {
    Self.link("owntracks:///config", "inline", document: Array(owntracksDocument.utf8))
  }

  var owntracksDocument: String {
    var writer = JSONWriter()
    writer.object { root in
      root.member("_type", "configuration")
      // 3 = HTTP
      root.member("mode", 3)
      root.member("url", address)
      root.member("auth", true)
      root.member("username", Self.user)
      root.member("password", secret)
      // 1 = significant changes, 2 = move: only this one reports while the phone does not move.
      root.member("monitoring", isHurried ? 2 : 1)
      root.member("locatorInterval", interval)
      root.member("moveModeLocatorInterval", interval)
      root.member("locatorDisplacement", 50)
      // Minutes; the app does not keep to less than 15.
      root.member("ping", max(15, interval / 60))
      // Let our answers set the interval when duty changes.
      root.member("cmd", true)
      root.member("remoteConfiguration", true)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  var owntracksEntries: [PhoneEnrolment.Entry] {
    [
      PhoneEnrolment.Entry("Mode", "HTTP"), PhoneEnrolment.Entry("URL", address),
      PhoneEnrolment.Entry("User name", Self.user), PhoneEnrolment.Entry("Password", secret),
      PhoneEnrolment.Entry("Monitoring", isHurried ? "Move" : "Significant changes"),
    ]
  }
}

/// Overland and Traccar Client: settings in the query of a link.
extension EnrolmentTarget {
  var overlandLink: String {
    Self.link("overland://setup", [("url", address), ("token", secret), ("device_id", Self.label)])
  }

  var traccarLink: String {
    Self.link(
      "org.traccar.client://config",
      [
        ("url", address), ("id", Self.label), ("accuracy", isHurried ? "high" : "medium"),
        ("interval", "\(interval)"), ("distance", isHurried ? "0" : "75"), ("heartbeat", "\(interval)"),
        ("buffer", "true"), ("stop_detection", isHurried ? "false" : "true"),
        ("wakelock", isHurried ? "true" : "false"),
      ])
  }

  var traccarEntries: [PhoneEnrolment.Entry] {
    [
      PhoneEnrolment.Entry("Server URL", address), PhoneEnrolment.Entry("Device identifier", Self.label),
      PhoneEnrolment.Entry("Interval", "\(interval)"),
      PhoneEnrolment.Entry("Distance", isHurried ? "0" : "75"),
      PhoneEnrolment.Entry("Stop detection", isHurried ? "off" : "on"),
      PhoneEnrolment.Entry("Offline buffering", "on"),
    ]
  }
}

/// Colota: a JSON document; settings that it does not name stay unchanged.
extension EnrolmentTarget {
  var colotaLink: String { Self.link("colota://setup", "config", document: colotaDocument) }

  private var colotaDocument: [UInt8] {
    var writer = JSONWriter()
    writer.object { root in
      root.member("endpoint", address)
      root.member("apiTemplate", "custom")
      root.member("httpMethod", "POST")
      root.member("interval", interval)
      root.member("distance", 0)
      // 0 = each position at once
      root.member("syncInterval", 0)
      root.member("syncCondition", "any")
      root.member("isOfflineMode", false)
      root.object("auth") { auth in
        auth.member("type", "bearer")
        auth.member("bearerToken", secret)
      }
    }
    return writer.bytes
  }

  var colotaEntries: [PhoneEnrolment.Entry] {
    [
      PhoneEnrolment.Entry("Endpoint", address), PhoneEnrolment.Entry("Template", "Custom"),
      PhoneEnrolment.Entry("Authentication", "Bearer token"), PhoneEnrolment.Entry("Token", secret),
      PhoneEnrolment.Entry("Tracking interval", "\(interval)"),
      PhoneEnrolment.Entry("Movement threshold", "0"),
    ]
  }
}

/// GPSLogger: a Java properties file under the app's own names.
extension EnrolmentTarget {
  var gpsloggerProfile: String {
    let lines = [
      ("current_profile_name", "Rollcall"), ("log_customurl_enabled", "true"),
      ("log_customurl_url", address), ("log_customurl_method", "POST"), ("log_customurl_body", "%ALL"),
      ("log_customurl_headers", ""), ("log_customurl_basicauth_username", Self.user),
      ("log_customurl_basicauth_password", secret), ("time_before_logging", "\(interval)"),
      ("distance_before_logging", "0"), ("startonbootup", "true"),
      // What could not be sent at once is sent with the day's file: a repeat is harmless, a loss would not
      // be.
      ("log_plain_text", "true"), ("autosend_enabled", "true"), ("autocustomurl_enabled", "true"),
      ("autosend_frequency_minutes", "60"),
    ]
    return lines.map { "\($0)=\(Self.propertyValue($1))\n" }.joined()
  }

  var gpsloggerEntries: [PhoneEnrolment.Entry] {
    [
      PhoneEnrolment.Entry("URL", address), PhoneEnrolment.Entry("HTTP method", "POST"),
      PhoneEnrolment.Entry("HTTP body", "%ALL"),
      PhoneEnrolment.Entry("Basic authentication, user name", Self.user),
      PhoneEnrolment.Entry("Basic authentication, password", secret),
      PhoneEnrolment.Entry("Logging interval", "\(interval)"),
    ]
  }

  /// A value of a properties file: a backslash begins an escape there.
  private static func propertyValue(_ text: String) -> String {
    let backslash = UInt8(ascii: "\\")
    return String(
      decoding: text.utf8.flatMap { $0 == backslash ? [backslash, backslash] : [$0] }, as: UTF8.self)
  }
}
