import Rollcall

@testable import RollcallWeb

extension SearchPage: Sampled {
  static let sample = SearchPage(
    typed: "nov",
    found: [
      SearchHit(
        kind: .person, label: "Mirela Novak", detail: "Offline · North · R-001",
        href: "/w/city-rescue/responders/1"),
      SearchHit(
        kind: .incident, label: "INC-12 Fall at Nova cesta", detail: "Unassigned · Nova cesta 4",
        href: "/w/city-rescue/incidents/12"),
      SearchHit(
        kind: .site, label: "Novi kiosk", detail: Words.Search.newIncidentThere,
        href: "/w/city-rescue/incidents/new?outlet=3"),
    ],
    shell: .example(nil, title: "Search"), slug: "city-rescue")

  static let nothing = SearchPage(
    typed: "zzz", found: [], shell: .example(nil, title: "Search"), slug: "city-rescue")
}
