import Rollcall
import RollcallStore

/// The limits for public requests, in memory.
struct RequestLimits: Sendable {
  /// Guesses of passwords: far below the hundred a day that a password should withstand, even for networks
  /// never seen before.
  let passwords = LoginThrottle(.paced(free: 50, pause: 30))
  /// Guesses of second factors.
  let codes = LoginThrottle(.growing(free: 20))
  /// Requests of a phone.
  let phones = RequestRates<PhoneSession.ID>()
  /// Reports of a foreign app. It sends waiting reports one by one, and gives up the rest when it is refused,
  /// so the burst covers a whole day.
  let apps = RequestRates<AdapterDevice.ID>(rate: 100, burst: 2_000)
  /// Links that were never issued.
  let links = AddressRates()
  /// Logins of phones, as measured.
  let logins = AddressRates()
  /// Codes requested by a network, for any number: each may cost a text message. 60 at once, and one a
  /// minute.
  let codeRequests = AddressRates(rate: 1 / 60, burst: 60)
  /// Refreshed tokens. Phones of one carrier share an address, with strangers too: their refreshes are no
  /// guesses, and only must not crowd out uploads.
  let refreshes = AddressRates(rate: 20, burst: 400)
}
