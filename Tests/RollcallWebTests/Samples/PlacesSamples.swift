import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension AddressesPage: Sampled {
  static let sample = AddressesPage(
    shell: .example(.settings, title: "Addresses"), slug: "city-rescue",
    count: AddressCount(streets: 1_204, addresses: 41_310),
    problems: [FieldProblem("file", Words.Places.line(3, "lat and lng are no place on Earth"))])

  static let none = AddressesPage(
    shell: .example(.settings, title: "Addresses"), slug: "city-rescue", count: nil)
}
