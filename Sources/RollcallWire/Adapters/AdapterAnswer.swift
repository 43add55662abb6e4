public import Rollcall

/// The answer that makes an app remove a report from its queue, and that may tell it an interval.
public struct AdapterAnswer: Equatable, Sendable {
  /// The body.
  public var body: [UInt8]
  /// The type of the body.
  public var contentType: String

  /// The answer to a stored report.
  ///
  /// - Parameters:
  ///   - stored: how many positions were stored.
  ///   - interval: the interval for the app to use, seconds; `nil` = unchanged. Never "off".
  public init(to adapter: Adapter, stored: Int, interval: Int? = nil) {
    contentType = "application/json"
    var writer = JSONWriter(reserving: 64)
    switch adapter {
    case .owntracks: Self.ownTracks(interval, &writer)
    case .overland: Self.overland(interval, &writer)
    case .transistor: Self.transistor(interval, &writer)
    case .flat, .expo:
      writer.object { answer in
        answer.member("ok", true)
        answer.member("stored", stored)
      }
    case .osmand, .gpslogger:
      contentType = "text/plain"
      body = Array("OK".utf8)
      return
    }
    body = writer.bytes
  }

  /// The name that Overland shows when it is connected.
  public init(nameOf name: String) {
    contentType = "application/json"
    var writer = JSONWriter(reserving: 64)
    writer.object { $0.member("name", name) }
    body = writer.bytes
  }

  private static func ownTracks(_ interval: Int?, _ writer: inout JSONWriter) {
    writer.array { messages in
      guard let interval else { return }
      messages.object { command in
        command.member("_type", "cmd")
        command.member("action", "setConfiguration")
        command.object("configuration") { configuration in
          configuration.member("_type", "configuration")
          // As in the setup: in move mode Android uses the second interval, and has no other mode below.
          configuration.member("monitoring", interval < EnrolmentTarget.unhurried ? 2 : 1)
          configuration.member("locatorInterval", interval)
          configuration.member("moveModeLocatorInterval", interval)
        }
      }
    }
  }

  private static func overland(_ interval: Int?, _ writer: inout JSONWriter) {
    writer.object { answer in
      answer.member("result", "ok")
      guard let interval else { return }
      answer.object("set") { $0.member("send_interval", overlandInterval(interval)) }
    }
  }

  /// The longest of Overland's intervals that is not longer than `seconds`.
  static func overlandInterval(_ seconds: Int) -> String {
    let known = [
      (1, "1s"), (5, "5s"), (10, "10s"), (15, "15s"), (30, "30s"), (60, "1m"), (120, "2m"), (300, "5m"),
      (600, "10m"), (1_800, "30m"),
    ]
    return known.last { $0.0 <= seconds }?.1 ?? "1s"
  }

  private static func transistor(_ interval: Int?, _ writer: inout JSONWriter) {
    writer.object { answer in
      answer.member("success", true)
      guard let interval else { return }
      answer.array("background_geolocation") { commands in
        commands.array { command in
          command.value("setConfig")
          command.object { configuration in
            // Milliseconds.
            configuration.member(
              "locationUpdateInterval", interval.multipliedReportingOverflow(by: 1_000).partialValue)
            // It knows no shorter one.
            configuration.member("heartbeatInterval", max(60, interval))
          }
        }
      }
    }
  }
}
