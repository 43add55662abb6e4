import Rollcall

private let uuid = "0b7d1c52-7f0e-4b8e-9a71-31c5a0d7e00"

let transistor: [AdapterCase] = [
  AdapterCase(
    .transistor,
    """
    {"location":{"uuid":"\(uuid)1","timestamp":"2026-11-21T09:30:00.000Z","age":412,"is_moving":true,"odometer":5321.4,\
    "coords":{"latitude":-6.792354,"longitude":39.208328,"accuracy":6.2,"speed":9.8,"heading":74.1,"altitude":24.0},\
    "activity":{"type":"in_vehicle","confidence":92},"battery":{"level":0.44,"is_charging":true},"extras":\
    {"shift":"S-19"}},"tenant":"dar"}
    """,
    """
    -6.792354,39.208328 at 2026-11-21T09:30:00.000Z acc 6.2 speed 9.8 course 74.1 alt 24.0 battery 0.44 mock no
    """),
  AdapterCase(
    .transistor,
    """
    {"location":[{"uuid":"\(uuid)2","timestamp":"2026-11-21T09:31:00.000Z","mock":true,"coords":{"latitude":-6.79,\
    "longitude":39.21,"accuracy":3,"speed":0,"heading":-1},"battery":{"level":0.44,"is_charging":true},"activity":\
    {"type":"still","confidence":100}},{"uuid":"\(uuid)3","timestamp":"2026-11-21T09:32:00.000Z","event":"heartbeat",\
    "coords":{"latitude":-6.79,"longitude":39.21,"accuracy":3,"speed":-1,"heading":-1},"battery":{"level":0.43,\
    "is_charging":false},"activity":{"type":"still","confidence":100}}]}
    """,
    "-6.79,39.21 at 2026-11-21T09:31:00.000Z acc 3.0 speed 0.0 battery 0.44 mock yes",
    "sign -6.79,39.21 at 2026-11-21T09:32:00.000Z",
    "event battery(0.43) at 2026-11-21T09:32:00.000Z"),
  AdapterCase(
    .transistor,
    """
    {"location":{"uuid":"\(uuid)5","timestamp":"2026-11-21T09:32:00.000Z","event":"heartbeat","is_moving":false,\
    "coords":{"latitude":-6.79,"longitude":39.21,"accuracy":3}}}
    """, "sign -6.79,39.21 at 2026-11-21T09:32:00.000Z at rest"),
  AdapterCase(
    .transistor,
    """
    {"location":{"timestamp":"2026-11-21T09:32:00.000Z","event":"heartbeat","is_moving":true,\
    "coords":{"latitude":-6.79,"longitude":39.21}}}
    """, "sign -6.79,39.21 at 2026-11-21T09:32:00.000Z"),
  AdapterCase(
    .transistor,
    """
    {"location":{"timestamp":"2026-11-21T09:32:00.000Z","event":"heartbeat","is_moving":false,"mock":true,\
    "coords":{"latitude":-6.79,"longitude":39.21}}}
    """, "sign -6.79,39.21 at 2026-11-21T09:32:00.000Z"),
  AdapterCase(
    .transistor,
    #"{"location":{"timestamp":"2026-11-21T09:32:00Z","event":"heartbeat","is_moving":false,"coords":{}}}"#),
  AdapterCase(
    .transistor,
    """
    {"location":{"uuid":"\(uuid)4","timestamp":"2026-11-21T09:33:00.000Z","event":"providerchange","provider":\
    {"status":2,"enabled":false,"gps":false,"network":false,"accuracyAuthorization":0},"coords":{"latitude":-6.79,\
    "longitude":39.21,"accuracy":3},"battery":{"level":0.43,"is_charging":false},"activity":{"type":"still",\
    "confidence":100}}}
    """,
    "event locationServices(false) at 2026-11-21T09:33:00.000Z",
    "event permission(Rollcall.Telemetry.Permission.denied) at 2026-11-21T09:33:00.000Z",
    "event battery(0.43) at 2026-11-21T09:33:00.000Z"),
  // Any name for the list, or none.
  AdapterCase(
    .transistor,
    #"{"org":"x","points":[{"coords":{"latitude":1,"longitude":2,"accuracy":-1},"timestamp":"2026-11-21T09:30:00Z"}]}"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z mock no"),
  AdapterCase(
    .transistor, #"[{"coords":{"latitude":1,"longitude":2},"timestamp":"2026-11-21T09:30:00Z"},4]"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z mock no", "drop not_a_record"),
  AdapterCase(
    .transistor, #"{"coords":{"latitude":1,"longitude":2},"timestamp":"2026-11-21T09:30:00Z","sample":true}"#),
  AdapterCase(
    .transistor,
    """
    {"location":{"coords":{"latitude":1,"longitude":2},"timestamp":"2026-11-21T09:30:00Z","event":"geofence",\
    "geofence":{"identifier":"Depot","action":"EXIT"},"battery":{"level":-1}}}
    """, "1.0,2.0 at 2026-11-21T09:30:00.000Z mock no", "note geofence EXIT Depot at 2026-11-21T09:30:00.000Z"
  ),
  AdapterCase(
    .transistor,
    #"{"location":{"coords":{"latitude":1,"longitude":2},"event":"motionchange","is_moving":false}}"#,
    "note motion still at 2026-11-21T10:00:00.000Z", "drop bad_time"),
  AdapterCase(.transistor, #"{"location":[]}"#), AdapterCase(.transistor, ""),
  AdapterCase(.transistor, #"{"location":{}}"#, "drop bad_coordinates"),
  AdapterCase(.transistor, "{}", "VALIDATION_ERROR"),
  AdapterCase(.transistor, #"{"location":null}"#, "VALIDATION_ERROR"),
  AdapterCase(.transistor, #"{"location":{"coords":"#, "MALFORMED_JSON"),
]

let expo: [AdapterCase] = [
  AdapterCase(
    .expo,
    """
    {"locations":[{"coords":{"latitude":9.03,"longitude":38.74,"altitude":2355.1,"accuracy":4.8,"altitudeAccuracy":3,\
    "heading":-1,"speed":-1},"timestamp":1795253400123.4}]}
    """, "9.03,38.74 at 2026-11-21T09:30:00.123Z acc 4.8 alt 2355.1"),
  AdapterCase(
    .expo,
    """
    {"locations":[{"coords":{"latitude":9.031,"longitude":38.741,"altitude":null,"accuracy":null,\
    "altitudeAccuracy":null,"heading":null,"speed":null},"timestamp":1795253401000,"mocked":true}]}
    """, "9.031,38.741 at 2026-11-21T09:30:01.000Z mock yes"),
  AdapterCase(
    .expo,
    """
    {"data":{"locations":[{"coords":{"latitude":9.032,"longitude":38.742,"accuracy":11,"speed":1.4,"heading":270},\
    "timestamp":1795253402000,"mocked":false}]}}
    """, "9.032,38.742 at 2026-11-21T09:30:02.000Z acc 11.0 speed 1.4 course 270.0 mock no"),
  AdapterCase(
    .expo, #"[{"coords":{"latitude":1,"longitude":2},"timestamp":1795253402000},null]"#,
    "1.0,2.0 at 2026-11-21T09:30:02.000Z", "drop not_a_record"),
  AdapterCase(
    .expo, #"{"location":{"coords":{"latitude":1,"longitude":2},"timestamp":1795253402000}}"#,
    "1.0,2.0 at 2026-11-21T09:30:02.000Z"),
  AdapterCase(
    .expo, #"{"coords":{"latitude":1,"longitude":2},"timestamp":1795253402000}"#,
    "1.0,2.0 at 2026-11-21T09:30:02.000Z"),
  AdapterCase(.expo, #"{"locations":[{"timestamp":1795253402000}]}"#, "drop bad_coordinates"),
  AdapterCase(.expo, #"{"locations":[{"coords":{"latitude":1,"longitude":2}}]}"#, "drop bad_time"),
  AdapterCase(.expo, ""), AdapterCase(.expo, "{}", "VALIDATION_ERROR"),
  AdapterCase(.expo, "[", "MALFORMED_JSON"),
]
