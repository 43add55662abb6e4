import Rollcall
import RollcallStore
import RollcallWire

extension JSONWriter {
  /// People and their positions, as the next value.
  mutating func liveMap(_ view: MapView) {
    object { root in
      root.member("at", view.now)
      root.object("counts") { counts in
        for status in Status.allCases { counts.member(status.rawValue, view.counts[status]) }
      }
      root.member("on_duty", view.people.count)
      root.member("without_position", view.placeless)
      root.array("people") { list in
        for item in view.people where item.entry.place != nil {
          list.object { person in
            person.person(item, at: view.now)
            person.member("can_be_sent", view.canBeSent?.contains(item.entry.id))
          }
        }
      }
      root.array("incidents") { list in
        for one in view.incidents { list.object { $0.incident(one.incident) } }
      }
      root.array("regions") { list in for region in view.regions { list.object { $0.region(region) } } }
      root.member("ground", view.ground)
    }
  }

  private mutating func person(_ item: BoardView.Item, at now: Timestamp) {
    let entry = item.entry
    let pill = StatusPill(item.live.status)
    member("id", entry.id)
    member("name", entry.person.name)
    member("region", entry.person.region)
    member("duty_state", entry.live.duty.rawValue)
    member("duty_label", item.dutyLabel)
    member("status", pill.name)
    member("word", pill.word)
    member("shape", pill.shape)
    member("since", item.live.since)
    member("last_contact_at", entry.live.lastContact)
    member("last_fix_at", entry.fixAt)
    member("lat", entry.place?.latitude)
    member("lng", entry.place?.longitude)
    member("accuracy_m", entry.accuracy)
    array("flags") { flags in for flag in item.flags { flags.value(flag) } }
  }

  private mutating func incident(_ incident: Incident) {
    member("id", incident.id)
    member("title", incident.details.title)
    member("severity", incident.details.severity.rawValue)
    member("state", incident.state.rawValue)
    member("lat", incident.details.position.latitude)
    member("lng", incident.details.position.longitude)
  }

  private mutating func region(_ region: RegionCount) {
    member("name", region.name)
    member("available", region.available)
    for (name, counts) in [("own", region.own), ("there", region.there)] {
      object(name) { counted in
        for status in Status.allCases { counted.member(status.rawValue, counts[status]) }
      }
    }
  }

  /// Regions and outlets as members.
  mutating func ground(_ regions: [MappedRegion], _ outlets: some Collection<Outlet>) {
    array("outlets") { list in
      for outlet in outlets {
        list.object {
          $0.member("id", outlet.id)
          $0.member("name", outlet.name)
          $0.member("lat", outlet.position.latitude)
          $0.member("lng", outlet.position.longitude)
          $0.member("radius_m", outlet.radius)
        }
      }
    }
    array("regions") { list in for region in regions { list.object { $0.ground(region) } } }
  }

  private mutating func ground(_ region: MappedRegion) {
    member("name", region.name)
    array("polygons") { polygons in
      for polygon in region.shape.polygons {
        polygons.array { rings in for ring in polygon { rings.array { $0.points(ring) } } }
      }
    }
  }

  /// Places as pairs of latitude and longitude.
  mutating func points(_ places: some Sequence<Position>) {
    for place in places {
      array {
        $0.value(place.latitude)
        $0.value(place.longitude)
      }
    }
  }
}
