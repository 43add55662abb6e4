import Rollcall
import RollcallWire
import Testing

@Suite("Lists of outlets are read")
struct OutletListTests {
  private func read(_ text: String) throws -> [NewOutlet] { try OutletList.read(Array(text.utf8)) }

  @Test("The columns may stand in any order; an empty radius is the usual one")
  func list() throws {
    let found = try read(
      "lng,name,lat,radius_m,external_id\n14.5,\"Kiosk, corner\",46.05,,K-1\n-1,W,-2.5,250.5,\n")
    #expect(found.map(\.name) == ["Kiosk, corner", "W"] && found.map(\.radius) == [100, 250.5])
    #expect(found.map(\.externalID) == ["K-1", nil])
    #expect(found[1].position == Position(latitude: -2.5, longitude: -1))
    #expect(try read("name,lat,lng\nW,1,2\n").count == 1)
  }

  @Test(
    "Separators, capitals and decimal commas are taken as spreadsheets write them",
    arguments: [
      "name;lat;lng;radius_m\nKiosk, corner;46,05;14,5;50,5\n",
      "Name,Lat,LNG,Radius_M\n\"Kiosk, corner\",46.05,14.5,50.5\n",
      "\u{FEFF} name\tlat\tlng \tradius_m\r\n Kiosk, corner \t46.05\t 14,5\t50.5\r\n",
    ])
  func spreadsheets(_ text: String) throws {
    let found = try #require(try read(text).first)
    #expect(found.name == "Kiosk, corner" && found.radius == 50.5)
    #expect(found.position == Position(latitude: 46.05, longitude: 14.5))
  }

  @Test("A name that our own file guards as a formula is read as it was")
  func guarded() throws {
    #expect(try read("name,lat,lng\n\"'=Kiosk\",1,2\n'Quoted',1,2\n").map(\.name) == ["=Kiosk", "'Quoted'"])
  }

  @Test(
    "An unknown column is told with the nearest one and all there are; a comma is no point between commas")
  func columns() {
    let error = #expect(throws: CSVError.self) { try read("Name;Latt;Lng\nW;1;2\n") }
    #expect(
      error?.reason
        == "unknown column \"latt\"; did you mean lat?; known are name, lat, lng, external_id, radius_m")
    #expect(throws: CSVError.self) { try read("name,lat,lng\nW,\"46,05\",2\n") }
  }

  @Test(
    "An error names its line",
    arguments: [
      ("", 1), ("name,lat\n", 1), ("name,lat,lng,colour\n", 1), ("name,lat,lng\nW,1,2\nV,91,2\n", 3),
      ("name,lat,lng\n,1,2\n", 2), ("name,lat,lng\nW,nan,2\n", 2), ("name,lat,lng\nW,0x1p3,2\n", 2),
      ("name,lat,lng\nW,1\n", 2), ("name,lat,lng,radius_m\nW,1,2,0\n", 2),
      ("name,lat,lng,radius_m\nW,1,2,10001\n", 2), ("name,lat,lng,external_id\nW,1,2,a\nV,1,2,a\n", 3),
      ("name,lat,lng,external_id\nW,1,2,a\u{0}b\n", 2), ("name,lat,lng,external_id\nW,1,2,a\u{7f}\n", 2),
      ("name,lat,lng\nW\u{85}V,1,2\n", 2),
    ])
  func wrong(text: String, line: Int) {
    let error = #expect(throws: CSVError.self) { try read(text) }
    #expect(error?.line == line)
  }
}
