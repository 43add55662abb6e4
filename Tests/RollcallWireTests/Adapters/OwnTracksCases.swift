import Rollcall

/// Examples of the apps as they were observed, then what is odd, then what is broken.
let ownTracks: [AdapterCase] = [
  AdapterCase(
    .owntracks,
    """
    {"_type":"location","_id":"5b0c77e1","created_at":1795253403,"lat":5.603717,"lon":-0.186964,"tst":1795253400,"acc":9,\
    "vac":3,"alt":61,"vel":43,"cog":118,"batt":57,"bs":2,"conn":"m","t":"t","tid":"KA","m":1,"source":"fused"}
    """,
    "5.603717,-0.186964 at 2026-11-21T09:30:00.000Z acc 9.0 speed 11.944 course 118.0 alt 61.0 battery 0.57",
    "network cellular"),
  AdapterCase(
    .owntracks,
    """
    {"_type":"location","lat":14.599512,"lon":120.984222,"tst":1795253400,"acc":65,"batt":21,"bs":1,"conn":"w",\
    "SSID":"HQ-Guest","BSSID":"02:00:5e:10:00:01","inregions":["Warehouse 3"],"motionactivities":["stationary"],\
    "p":100.91,"tid":"MJ"}
    """, "14.599512,120.984222 at 2026-11-21T09:30:00.000Z acc 65.0 battery 0.21", "network wifi"),
  AdapterCase(
    .owntracks,
    """
    {"_type":"status","_id":"77aa01ff","android":{"wifi":0,"ps":1,"bo":1,"hib":0,"loc":-2},"version":"420600000",\
    "flavour":"gms"}
    """, "permission granted", "power lowPower"),
  AdapterCase(
    .owntracks, #"{"_type":"status","android":{"ps":0,"loc":-4}}"#, "permission denied", "power normal"),
  AdapterCase(
    .owntracks,
    """
    {"_type":"transition","event":"enter","desc":"Warehouse 3","lat":14.5994,"lon":120.9841,"acc":25,"tst":1795253401,\
    "wtst":1790000000,"t":"c","tid":"MJ"}
    """, "note region enter Warehouse 3 at 2026-11-21T09:30:01.000Z"),
  AdapterCase(
    .owntracks, #"{"_type":"encrypted","data":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUm"}"#,
    "drop encrypted"),
  // A ping repeats an old position: the phone is there, with its battery.
  AdapterCase(
    .owntracks, #"{"_type":"location","t":"p","lat":1,"lon":2,"tst":1795253400,"batt":40,"conn":"o"}"#,
    "sign 1.0,2.0 at 2026-11-21T09:30:00.000Z", "network none",
    "event battery(0.4) at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .owntracks,
    """
    {"_type":"location","_id":"1f","t":"p","m":1,"lat":46.05,"lon":14.5,"tst":1795250000,"created_at":1795253403,\
    "acc":12,"batt":40,"bs":1,"conn":"w"}
    """, "sign 46.05,14.5 at 2026-11-21T09:30:03.000Z at rest", "network wifi",
    "event battery(0.4) at 2026-11-21T09:30:03.000Z"),
  // In move mode it does not watch for movement; a word for the mode is none.
  AdapterCase(
    .owntracks, #"{"_type":"location","t":"p","m":2,"lat":1,"lon":2,"tst":1795253400}"#,
    "sign 1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .owntracks, #"{"_type":"location","t":"p","m":"x","lat":1,"lon":2,"tst":1795253400}"#,
    "sign 1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .owntracks, #"{"_type":"location","_id":"a","t":"p","m":1,"lon":2.5,"tst":1795253400}"#,
    "sign 0.0,2.5 at 2026-11-21T09:30:00.000Z at rest"),
  // Without a time or a place it is a contact.
  AdapterCase(.owntracks, #"{"_type":"location","t":"p","m":1,"lat":1,"lon":2}"#, "sign 1.0,2.0 at rest"),
  AdapterCase(
    .owntracks, #"{"_type":"location","t":"p","m":1,"lat":1,"lon":2,"created_at":"now","tst":1795253400}"#,
    "sign 1.0,2.0 at rest"),
  AdapterCase(.owntracks, #"{"_type":"location","t":"p","m":1,"lat":91,"lon":2,"tst":1795253400}"#),
  AdapterCase(.owntracks, #"{"_type":"location","t":"p","m":1,"tst":1795253400}"#),
  // Android leaves out what is zero; others do not.
  AdapterCase(
    .owntracks, #"{"_type":"location","_id":"a","lon":32.5,"tst":1795253400}"#,
    "0.0,32.5 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(.owntracks, #"{"_type":"location","lon":32.5,"tst":1795253400}"#, "drop bad_coordinates"),
  AdapterCase(.owntracks, #"{"_type":"location","_id":"a","tst":1795253400}"#, "drop bad_coordinates"),
  // Numbers as texts, sentinels, Overland's epoch.
  AdapterCase(
    .owntracks,
    #"{"_type":"location","lat":"1.5","lon":"2.5","tst":"1795253400","acc":0,"vel":-1,"batt":-1}"#,
    "1.5,2.5 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":816946200}"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":1,"lon":2,"acc":-5,"tst":1795253400,"cog":361}"#,
    "1.0,2.0 at 2026-11-21T09:30:00.000Z"),
  // Signs of life.
  AdapterCase(.owntracks, ""), AdapterCase(.owntracks, " \n"),
  AdapterCase(.owntracks, #"{"_type":"lwt","tst":1}"#, "last will"),
  AdapterCase(.owntracks, #"{"_type":"waypoint","lat":1,"lon":2,"tst":1795253400}"#),
  AdapterCase(.owntracks, #"{"_type":"tomorrow","lat":1,"lon":2}"#),
  // Times.
  AdapterCase(.owntracks, #"{"_type":"location","lat":1,"lon":2}"#, "drop bad_time"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":0}"#, "drop clock_error"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":-5}"#, "drop clock_error"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":1795341601}"#, "drop clock_error"),
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":1795341600}"#,
    "1.0,2.0 at 2026-11-22T10:00:00.000Z"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":1,"lon":2,"tst":true}"#, "drop bad_time"),
  // Places.
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":90.1,"lon":2,"tst":1795253400}"#, "drop bad_coordinates"),
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":1,"lon":-181,"tst":1795253400}"#, "drop bad_coordinates"),
  AdapterCase(
    .owntracks, #"{"_type":"location","lat":1e400,"lon":2,"tst":1795253400}"#, "drop bad_coordinates"),
  // Not this app.
  AdapterCase(.owntracks, "{}", "VALIDATION_ERROR"), AdapterCase(.owntracks, "[]", "VALIDATION_ERROR"),
  AdapterCase(.owntracks, #"{"_type":5}"#, "VALIDATION_ERROR"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":NaN}"#, "MALFORMED_JSON"),
  AdapterCase(.owntracks, #"{"_type":"location","lat":1"#, "MALFORMED_JSON"),
  AdapterCase(.owntracks, "lat=1&lon=2", "MALFORMED_JSON"),
]
