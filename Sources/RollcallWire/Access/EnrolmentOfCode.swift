/// For apps that a team builds itself, and for scripts: the code to paste.
extension EnrolmentTarget {
  var transistorCode: String {
    """
    await BackgroundGeolocation.ready({
      url: "\(address)",
      headers: { Authorization: "Bearer \(secret)" },
      autoSync: true, batchSync: true, maxBatchSize: 100,
      // Android goes by the interval, iOS by the distance; the heartbeat tells of those who stand still.
      distanceFilter: 0, locationUpdateInterval: \(interval * 1_000), heartbeatInterval: \(max(60, interval)),
      stopOnTerminate: false, startOnBoot: true, preventSuspend: true,
    });
    await BackgroundGeolocation.start();
    """
  }

  var expoCode: String {
    """
    TaskManager.defineTask("rollcall", async ({ data, error }) => {
      if (error) return;
      // Whatever is not answered with 2xx must be kept and sent again: Expo does not do that by itself.
      await fetch("\(address)", {
        method: "POST",
        headers: { Authorization: "Bearer \(secret)", "Content-Type": "application/json" },
        body: JSON.stringify({ locations: data.locations }),
      });
    });
    await Location.startLocationUpdatesAsync("rollcall", {
      accuracy: Location.Accuracy.High, timeInterval: \(interval * 1_000), distanceInterval: 0,
      foregroundService: { notificationTitle: "On duty", notificationBody: "Your position is reported." },
    });
    """
  }

  var scriptCode: String {
    """
    curl "\(address)" \\
      -H "Authorization: Bearer \(secret)" \\
      -H "Content-Type: application/json" \\
      -d '{"lat": 46.0511, "lon": 14.5051, "acc": 9, "batt": 83}'
    """
  }
}
