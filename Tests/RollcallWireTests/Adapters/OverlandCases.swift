import Rollcall

let overland: [AdapterCase] = [
  AdapterCase(
    .overland,
    """
    {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[32.582519,0.347596]},"properties":\
    {"timestamp":"2026-11-21T09:30:00Z","altitude":1190,"speed":12,"course":205,"horizontal_accuracy":8,\
    "vertical_accuracy":4,"motion":["driving"],"battery_state":"unplugged","battery_level":0.61,"device_id":"amb-12",\
    "wifi":""}}]}
    """,
    "0.347596,32.582519 at 2026-11-21T09:30:00.000Z acc 8.0 speed 12.0 course 205.0 alt 1190.0 battery 0.61"),
  AdapterCase(
    .overland,
    """
    {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[32.5811,0.3489]},"properties":\
    {"timestamp":"2026-11-21T02:30:00-0700","horizontal_accuracy":5,"speed":-1,"course":-1,"motion":["stationary"],\
    "battery_level":0.4,"battery_state":"charging","activity":"other_navigation","pauses":false,\
    "locations_in_payload":1,"tracking_mode":1}}],"current":{"type":"Feature","geometry":{"type":"Point",\
    "coordinates":[32.5790,0.3502]},"properties":{"timestamp":"2026-11-21T09:41:10Z","horizontal_accuracy":6}}}
    """,
    "0.3489,32.5811 at 2026-11-21T09:30:00.000Z acc 5.0 battery 0.4",
    "0.3502,32.579 at 2026-11-21T09:41:10.000Z acc 6.0"),
  AdapterCase(
    .overland,
    """
    {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[32.58,0.35]},"properties":\
    {"timestamp":"2026-11-21T09:20:00Z","action":"visit","arrival_date":"2026-11-21T08:55:00Z","departure_date":null,\
    "horizontal_accuracy":40}},{"type":"Feature","geometry":null,"properties":{"timestamp":"2026-11-21T09:21:00Z",\
    "action":"paused_location_updates","battery_level":0.39}}]}
    """,
    "event battery(0.39) at 2026-11-21T09:21:00.000Z", "note visit arrived at 2026-11-21T09:20:00.000Z",
    "note tracking paused_location_updates at 2026-11-21T09:21:00.000Z"),
  AdapterCase(.overland, #"{"locations":[]}"#),
  // Trips are sums; a fix that the phone calls invalid is none; the rest of a batch is taken all the same.
  AdapterCase(
    .overland,
    """
    {"locations":[{"geometry":{"coordinates":[1,2]},"properties":{"type":"trip","timestamp":"2026-11-21T09:30:00Z"}},
    {"geometry":{"coordinates":[1,2]},"properties":{"timestamp":"2026-11-21T09:30:00Z","horizontal_accuracy":-1}},
    {"geometry":{"coordinates":[1]},"properties":{"timestamp":"2026-11-21T09:30:00Z"}},
    {"geometry":null,"properties":{"timestamp":"2026-11-21T09:30:00Z"}},
    {"geometry":{"coordinates":[1,2]},"properties":{}}, {"geometry":{"coordinates":[1,2]}}, 7,
    {"geometry":{"coordinates":[1,2]},"properties":{"timestamp":"soon"}},
    {"geometry":{"coordinates":[1,2,3]},"properties":{"timestamp":"2026-11-21T09:30:00.5Z","battery_level":-1}}],
    "trip":{"distance":12}}
    """,
    "2.0,1.0 at 2026-11-21T09:30:00.500Z", "drop invalid_fix", "drop bad_coordinates", "drop bad_coordinates",
    "drop bad_time", "drop not_a_record", "drop not_a_record", "drop bad_time"),
  // Its OwnTracks mode counts from 2001.
  AdapterCase(
    .overland, #"{"_type":"location","lat":1,"lon":2,"tst":816946200,"acc":5,"batt":70}"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z acc 5.0 battery 0.7"),
  AdapterCase(.overland, "", "VALIDATION_ERROR"), AdapterCase(.overland, "{}", "VALIDATION_ERROR"),
  AdapterCase(.overland, #"{"locations":{}}"#, "VALIDATION_ERROR"),
  AdapterCase(.overland, "[]", "VALIDATION_ERROR"),
  AdapterCase(.overland, "locations=1", "MALFORMED_JSON"),
  AdapterCase(.overland, #"{"locations":[]"#, "MALFORMED_JSON"),
]
