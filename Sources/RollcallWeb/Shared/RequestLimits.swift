import Rollcall
import RollcallStore

/// The limits for public requests, in memory.
struct RequestLimits: Sendable {
  /// Guesses of passwords: far below the hundred that one should withstand in a day, for networks never seen before
  /// too.
  let passwords = LoginThrottle(.paced(free: 50, pause: 30))
  /// Guesses of second factors.
  let codes = LoginThrottle(.growing(free: 20))
  /// Requests of a phone.
  let phones = RequestRates<PhoneSession.ID>()
  /// Reports of a foreign app. It sends what waited one by one, and gives up the rest when it is refused: a whole day
  /// must pass.
  let apps = RequestRates<AdapterDevice.ID>(rate: 100, burst: 2_000)
  /// Links that were never issued.
  let links = AddressRates()
  /// Logins of phones, as measured.
  let logins = AddressRates()
  /// Codes that a network asks for, whosever numbers they are for: each may cost a text message. 60 at once, and one a
  /// minute.
  let codeRequests = AddressRates(rate: 1 / 60, burst: 60)
  /// Refreshed tokens. Phones of one carrier share an address, with strangers too: their refreshes are no guesses, and
  /// only kept from crowding out uploads.
  let refreshes = AddressRates(rate: 20, burst: 400)
}
