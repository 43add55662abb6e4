import Rollcall

extension Trouble {
  /// What a phone notes when the trouble begins; nothing where it knows nothing of it.
  var firstEvent: DeviceEvent.Kind? {
    switch self {
    case .network: .network(.none)
    case .permission: .permission(.denied)
    case .location: .locationServices(false)
    case .killed: .lifecycle(.killed)
    case .lowPower: .power(.lowPower)
    case .silent, .noFix, .mock, .frozen, .leap, .nullIsland, .invalidFix, .lostPings: nil
    }
  }

  /// What it notes when the trouble is over.
  var lastEvent: DeviceEvent.Kind? {
    switch self {
    case .network: .network(.cellular)
    case .permission: .permission(.granted)
    case .location: .locationServices(true)
    case .killed: .lifecycle(.foreground)
    case .lowPower: .power(.normal)
    case .silent, .noFix, .mock, .frozen, .leap, .nullIsland, .invalidFix, .lostPings: nil
    }
  }
}
