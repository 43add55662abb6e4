import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension MapWeb {
  /// `POST /w/{ws}/settings/regions.json`: GeoJSON; a known name gets a new area, others are added, all or none.
  @Sendable func importRegionsByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let regions: [NamedRegion]
      do throws(RegionFileError) { regions = try RegionFile.read(asked.request.body) } catch {
        throw .field(error.place, error.words, rule: "format")
      }
      let done = try Programs.stored { () throws(StoreError) in
        try store.fleet.importRegions(
          regions.map { NewRegion(name: $0.name, geometry: $0.geometry) }, in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.object { root in
        root.member("added", Int64(done.added))
        root.member("changed", Int64(done.changed))
      }
      return .json(writer.bytes)
    }
  }

  /// `POST /w/{ws}/settings/regions/remove.json`: `{name}`
  @Sendable func removeRegionByProgram(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    programmed(asked) { () throws(ProgramRefusal) in
      try Programs.requireJSON(asked.request)
      let name = try Programs.read { () throws(WireError) in
        try RegionNameRequest.decode(bytes: asked.request.body)
      }
      try Programs.stored { () throws(StoreError) in
        try store.fleet.removeRegion(name, in: asked.visitor.scope)
      }
      var writer = JSONWriter()
      writer.object { $0.member("name", name) }
      return .json(writer.bytes)
    }
  }
}
