import Rollcall
import RollcallStore

@testable import RollcallWeb

extension LiveMapPage: Sampled {
  static let sample = example(files: .sample)

  static func example(files: MapAddresses, rows: [LiveMapRow] = [.sample]) -> LiveMapPage {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    var filter = BoardFilter()
    filter.region = "North"
    return LiveMapPage(
      shell: .example(.map), slug: "city-rescue", filter: filter, counts: counts,
      choices: (["Centre", "North"], ["responder", "driver"]), rows: rows, matching: rows.count, placeless: 3,
      incidents: rows.isEmpty ? [] : [.sample], regions: rows.isEmpty ? [] : [.sample], files: files,
      version: "1", zone: "Europe/Ljubljana", clock: PageClock.sample)
  }
}

extension LiveMapRow: Sampled {
  static let sample = LiveMapRow(
    key: "r17", status: StatusPill(.degraded),
    since: Moment(
      text: "40 s", iso: "2026-11-21T12:03:53.000Z", full: "2026-11-21 12:03:53 +00:00", ticks: "span"),
    name: "Sipho Dlamini", href: "/w/city-rescue/responders/17", about: "On duty · Centre",
    fix: .sample, place: "46.05110, 14.50510", geo: "geo:46.0511,14.5051", accuracy: "12 m",
    flags: [.sample], assignment: "INC-214 · on the way", assignmentHref: "/w/city-rescue/incidents/214")
}

extension MapIncident: Sampled {
  static let sample = MapIncident(
    key: "i214", state: .sample, title: "Fall at the market", reference: "INC-214",
    href: "/w/city-rescue/incidents/214", place: "Market", geo: "geo:46.05,14.5", opened: .sample)
}

extension RegionLine.Figure: Sampled {
  static let sample = Self(count: "3", label: "Online")
}

extension RegionLine: Sampled {
  static let sample: RegionLine = {
    var region = RegionCount(name: "North", isMapped: true)
    (region.own[.online], region.own[.offline], region.own[.offDuty], region.available) = (3, 1, 2, 2)
    (region.there[.online], region.there[.degraded]) = (2, 1)
    return RegionLine(region)
  }()
}

extension MapAddresses: Sampled {
  static let sample: MapAddresses = {
    var files = MapAddresses()
    files.script = "/assets/leaflet/leaflet.min.js"
    files.style = "/assets/leaflet/leaflet.css"
    files.clusterScript = "/assets/leaflet/leaflet.markercluster.min.js"
    files.clusterStyle = "/assets/leaflet/MarkerCluster.css"
    files.tiles = "https://tile.example.org/{z}/{x}/{y}.png"
    files.attribution = "Map data from OpenStreetMap"
    return files
  }()
}

extension RegionRow: Sampled {
  static let sample = RegionRow(RegionsPage.sampleRegions[0], slug: "city-rescue")
}

extension RegionsPage: Sampled {
  static let sampleRegions: [RegionFacts] = {
    let text =
      #"{"type":"Polygon","coordinates":[[[14.48,46.04],[14.53,46.03],[14.55,46.07],[14.5,46.08],[14.48,46.04]]]}"#
    let shape = try? RegionShape(geoJSON: text)
    return [
      RegionFacts(name: "Centre", shape: shape, people: 0),
      RegionFacts(name: "Harbour", shape: nil, people: 12),
    ]
  }()

  /// One without any.
  static let none = RegionsPage(
    shell: .example(.settings, title: "Regions"), slug: "city-rescue", regions: [], files: MapAddresses())

  static let sample = example(files: .sample, isWrong: true)

  static func example(files: MapAddresses, isWrong: Bool = false) -> RegionsPage {
    RegionsPage(
      shell: .example(.settings, title: "Regions"), slug: "city-rescue", regions: sampleRegions, files: files,
      typed: isWrong ? #"{"type":"Polygon","coordinates":[]}"# : "", name: isWrong ? "North" : "",
      problems: isWrong ? [FieldProblem("geojson", "coordinates: a polygon has at least one ring.")] : [],
      notice: ActionNotice(.calm, "Saved."))
  }
}
