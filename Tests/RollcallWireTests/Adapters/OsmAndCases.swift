import Rollcall

let osmAnd: [AdapterCase] = [
  AdapterCase(
    .osmand, "",
    query:
      "id=481516&lat=6.524379&lon=3.379206&timestamp=1795253400&speed=11.66&bearing=301&altitude=8&accuracy=14&batt=73",
    "6.524379,3.379206 at 2026-11-21T09:30:00.000Z acc 14.0 speed 5.998 course 301.0 alt 8.0 battery 0.73"),
  AdapterCase(
    .osmand,
    """
    id=48151623&timestamp=1795253460&lat=6.5251&lon=3.3783&accuracy=5.2&altitude=9.1&speed=0.00&bearing=0.0&batt=72.0\
    &charge=true
    """,
    "6.5251,3.3783 at 2026-11-21T09:31:00.000Z acc 5.2 speed 0.0 course 0.0 alt 9.1 battery 0.72"),
  AdapterCase(
    .osmand,
    "id=48151623&timestamp=1795253461&lat=6.5251&lon=3.3783&accuracy=5.2&speed=0.00&batt=72.0&alarm=sos",
    "6.5251,3.3783 at 2026-11-21T09:31:01.000Z acc 5.2 speed 0.0 battery 0.72",
    "note alarm sos at 2026-11-21T09:31:01.000Z"),
  AdapterCase(.osmand, "id=48151623&notificationToken=fZx0exampleexampleexample"),
  AdapterCase(
    .osmand,
    """
    {"location":{"timestamp":"2026-11-21T09:31:00.120Z","coords":{"latitude":6.5252,"longitude":3.3781,"accuracy":7.5,\
    "speed":-1,"heading":-1,"altitude":9.0},"is_moving":false,"odometer":10233.5,"event":"heartbeat","battery":\
    {"level":0.71,"is_charging":false},"activity":{"type":"still"},"extras":{}},"device_id":"48151623"}
    """, "sign 6.5252,3.3781 at 2026-11-21T09:31:00.120Z at rest",
    "event battery(0.71) at 2026-11-21T09:31:00.120Z"),
  AdapterCase(
    .osmand, "id=1&event=heartbeat&is_moving=false&lat=1&lon=2&timestamp=1795253400&batt=50",
    "sign 1.0,2.0 at 2026-11-21T09:30:00.000Z at rest", "event battery(0.5) at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .osmand, "id=1&event=heartbeat&lat=1&lon=2&timestamp=1795253400",
    "sign 1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  // A bare list from Traccar's own kit: seconds, knots.
  AdapterCase(
    .osmand,
    """
    [{"id":"48151623","lat":6.52,"lon":3.37,"timestamp":1795253400,"speed":10,"bearing":90,"batt":50},\
    {"id":"48151623","lat":6.53,"lon":3.38,"timestamp":1795253460.5,"speed":"5","accuracy":8}]
    """,
    "6.52,3.37 at 2026-11-21T09:30:00.000Z speed 5.144 course 90.0 battery 0.5",
    "6.53,3.38 at 2026-11-21T09:31:00.500Z acc 8.0 speed 2.572"),
  AdapterCase(
    .osmand,
    #"[{"lat":1,"lon":2,"timestamp":1795253400},7,{"lat":1},{"lat":3,"lon":4,"event":"heartbeat","is_moving":false}]"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z", "sign 3.0,4.0 at rest", "drop not_a_record", "drop bad_coordinates"
  ),
  AdapterCase(.osmand, "[]"),
  AdapterCase(
    .osmand,
    """
    {"location":{"timestamp":"2026-11-21T09:31:00.120Z","coords":{"latitude":6.5252,"longitude":3.3781,"accuracy":7.5,\
    "speed":3,"heading":-1},"extras":{"alarm":"sos"},"mock":true,"_":"&id=1&lat=9"},"device_id":"48151623"}
    """,
    "6.5252,3.3781 at 2026-11-21T09:31:00.120Z acc 7.5 speed 3.0 mock yes",
    "note alarm sos at 2026-11-21T09:31:00.120Z"),
  // The app says metres per second where the protocol says knots.
  AdapterCase(
    .osmand, "", query: "lat=1&lon=2&timestamp=1795253400123&speed=10", unit: .metresPerSecond,
    "1.0,2.0 at 2026-11-21T09:30:00.123Z speed 10.0"),
  // Query and form together: the body wins. Empty values are skipped.
  AdapterCase(
    .osmand, "lat=5", query: "lat=1&lon=2&timestamp=&speed=", "5.0,2.0"),
  AdapterCase(
    .osmand, "location=1.5,2.5&timestamp=2026-11-21%2009:30:00", "1.5,2.5 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .osmand, "location=1.5,2.5&timestamp=2026-11-21T12:30:00+03:00&heading=12",
    "1.5,2.5 at 2026-11-21T09:30:00.000Z course 12.0"),
  AdapterCase(.osmand, "location=1.5&timestamp=1795253400", "drop bad_coordinates"),
  AdapterCase(.osmand, "lat=x&lon=2", "drop bad_coordinates"),
  AdapterCase(.osmand, "lat=1", "drop bad_coordinates"),
  AdapterCase(.osmand, "lat=nan&lon=inf", "drop bad_coordinates"),
  AdapterCase(.osmand, "lat=1&lon=2&timestamp=yesterday", "drop bad_time"),
  AdapterCase(.osmand, "lat=1&lon=2&valid=false", "drop invalid_fix"),
  AdapterCase(
    .osmand, "id=1&timestamp=1795253400&batt=9", "event battery(0.09) at 2026-11-21T09:30:00.000Z"),
  AdapterCase(.osmand, ""), AdapterCase(.osmand, "%%%=%&&&=&=x"),
  AdapterCase(.osmand, #"{"location":5}"#, "VALIDATION_ERROR"),
  AdapterCase(.osmand, "[1]", "drop not_a_record"),
  AdapterCase(.osmand, "{", "MALFORMED_JSON"),
]

let gpsLogger: [AdapterCase] = [
  AdapterCase(
    .gpslogger, "", query: "lat=-4.0435&longitude=39.6682&time=2026-11-21T09:30:00.000Z&s=3.2",
    "-4.0435,39.6682 at 2026-11-21T09:30:00.000Z speed 3.2"),
  AdapterCase(
    .gpslogger,
    """
    lat=-4.0436&lon=39.6684&sat=9&desc=&alt=17.2&acc=0.0&dir=88.0&prov=gps&spd_kph=11.5&spd=3.2&timestamp=1795253405\
    &time=2026-11-21T09:30:05.000Z&batt=48.0&ischarging=false&aid=0f3c&act=IN_VEHICLE&profile=van&
    """,
    "-4.0436,39.6684 at 2026-11-21T09:30:05.000Z speed 3.2 course 88.0 alt 17.2 battery 0.48 source gps"),
  AdapterCase(
    .gpslogger,
    """
    {"lat":-4.0437,"lon":39.6686,"time":"2026-11-21T09:30:10.000Z","acc":12.5,"batt":48.0,"desc":"left%20depot"}
    """, "-4.0437,39.6686 at 2026-11-21T09:30:10.000Z acc 12.5 battery 0.48"),
  AdapterCase(
    .gpslogger, #"{"lat":"1","lon":"2","time":"2026-11-21T12:30:10%2B03:00","spd_kph":36}"#,
    "1.0,2.0 at 2026-11-21T09:30:10.000Z speed 10.0"),
  AdapterCase(.gpslogger, "lat=1&lon=2", "1.0,2.0"),
  // In local time with its offset, where that alone is sent; with others beside it those count.
  AdapterCase(
    .gpslogger, "", query: "lat=1&lon=2&timeoffset=2026-11-21T12:30:10.250%2B03:00",
    "1.0,2.0 at 2026-11-21T09:30:10.250Z"),
  AdapterCase(
    .gpslogger, "lat=1&lon=2&timeoffset=2026-11-21T12:30:10+03:00", "1.0,2.0 at 2026-11-21T09:30:10.000Z"),
  AdapterCase(
    .gpslogger, #"{"lat":1,"lon":2,"timeoffset":"2026-11-21T04:30:10.000-0500"}"#,
    "1.0,2.0 at 2026-11-21T09:30:10.000Z"),
  AdapterCase(
    .gpslogger, "lat=1&lon=2&timeoffset=2026-11-21T12:30:10%2B03:00&timestamp=1795253400",
    "1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(.gpslogger, "lat=1&lon=2&timeoffset=%2B0300", "drop bad_time"),
  AdapterCase(.gpslogger, "lat=1", "drop bad_coordinates"), AdapterCase(.gpslogger, ""),
  AdapterCase(.gpslogger, #"{"lat":,"lon":39.6}"#, "MALFORMED_JSON"),
]

let flat: [AdapterCase] = [
  AdapterCase(
    .flat,
    #"{"lat":0.3136,"lon":32.5811,"acc":11,"alt":1180,"vel":4.2,"batt":66,"bs":1,"tst":1795253400,"bear":190}"#,
    "0.3136,32.5811 at 2026-11-21T09:30:00.000Z acc 11.0 speed 4.2 course 190.0 alt 1180.0 battery 0.66"),
  AdapterCase(
    .flat,
    """
    {"lat":0.3136,"lng":32.5811,"accuracy_m":11,"speed_mps":4.2,"battery":66,"recorded_at":1795253400,\
    "unit":"ambulance-7"}
    """, "0.3136,32.5811 at 2026-11-21T09:30:00.000Z acc 11.0 speed 4.2 battery 0.66"),
  AdapterCase(
    .flat, #"{"lat":0.3140,"lon":32.5800,"acc":150,"batt":65,"bs":2,"tst":1795253700}"#,
    "0.314,32.58 at 2026-11-21T09:35:00.000Z acc 150.0 battery 0.65"),
  AdapterCase(
    .flat,
    #"[{"lat":1,"lng":2,"battery_level":0.5,"is_mock":"true","source":"network"},{"lat":3,"lng":4},5]"#,
    "1.0,2.0 battery 0.5 source network mock yes",
    "3.0,4.0",
    "drop not_a_record"),
  AdapterCase(
    .flat, "lat=1&lng=2&time=1795253400.25&mocked=0", "1.0,2.0 at 2026-11-21T09:30:00.250Z mock no"),
  AdapterCase(.flat, "", query: "latitude=1&longitude=2", "1.0,2.0"),
  // The same key twice is no reason to hold up a phone's queue.
  AdapterCase(.flat, #"{"lat":9,"lat":1,"lng":2,"l\u006eg":3}"#, "1.0,3.0"),
  AdapterCase(
    .flat, #"{"lat":null,"latitude":1,"lng":2,"speed":"","vel":"fast"}"#,
    "1.0,2.0"),
  AdapterCase(.flat, "{}", "drop bad_coordinates"), AdapterCase(.flat, "[]"), AdapterCase(.flat, ""),
  AdapterCase(.flat, "hello", "drop bad_coordinates"),
  AdapterCase(.flat, #"{"lat":1,"lng":2,"tst":1e300}"#, "drop bad_time"),
  AdapterCase(.flat, #"{"lat":1,"lng":2} x"#, "MALFORMED_JSON"),
  AdapterCase(
    .flat, String(repeating: "[", count: 33) + String(repeating: "]", count: 33), "MALFORMED_JSON"),
  AdapterCase(
    .flat,
    #"{"lat":1,"lng":2,"x":"# + String(repeating: "[", count: 31) + String(repeating: "]", count: 31) + "}",
    "1.0,2.0"),
]
