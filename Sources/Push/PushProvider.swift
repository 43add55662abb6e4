/// A provider that carries messages to phones.
public enum PushProvider: String, CaseIterable, Sendable {
  /// Expo's push service, for apps built with expo-notifications.
  case expo
  /// Firebase Cloud Messaging, HTTP v1.
  case fcm
  /// ntfy, hosted or self-hosted.
  case ntfy
  /// A signed POST to a partner's server (Standard Webhooks).
  case webhook

  /// The name a person reads: "Expo", "FCM", "ntfy", "Webhook".
  public var name: String {
    switch self {
    case .expo: "Expo"
    case .fcm: "FCM"
    case .ntfy: "ntfy"
    case .webhook: "Webhook"
    }
  }
}
