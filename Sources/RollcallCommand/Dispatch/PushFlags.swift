import ArgumentParser
import RollcallServer

/// Options of `rollcall serve` about push messages.
struct PushFlags: ParsableArguments {
  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("Where browsers reach this server; messages then carry a link.", valueName: "url"))
  var publicURL: String?
  @Option(name: .customLong("push-expo-url"), help: ArgumentHelp("Expo's server.", valueName: "url"))
  var expoURL: String?
  @Option(
    name: .customLong("push-fcm-service-account"),
    help: ArgumentHelp("Google's service account, as JSON; without it no FCM.", valueName: "file"))
  var fcmServiceAccount: String?
  @Option(name: .customLong("push-fcm-url"), help: ArgumentHelp("FCM's server.", valueName: "url"))
  var fcmURL: String?
  @Option(
    name: .customLong("push-ntfy-url"),
    help: ArgumentHelp("The ntfy server of topics that name none.", valueName: "url"))
  var ntfyURL: String?
  @Option(
    name: .customLong("push-ca-file"),
    help: ArgumentHelp(
      "Certificates to trust beside the system's, for webhooks and ntfy; PEM.", valueName: "file"))
  var authorities: String?
  @Flag(
    name: .customLong("push-allow-private-networks"),
    help: "Let addresses that phones register lead into private networks, and be http.")
  var allowsPrivateNetworks = false

  func fill(_ flags: inout Settings.Flags) {
    flags.values["public_url"] = publicURL
    flags.values["push_expo_url"] = expoURL
    flags.values["push_fcm_service_account"] = fcmServiceAccount
    flags.values["push_fcm_url"] = fcmURL
    flags.values["push_ntfy_url"] = ntfyURL
    flags.values["push_ca_file"] = authorities
    if allowsPrivateNetworks { flags.values["push_allow_private_networks"] = "true" }
  }
}
