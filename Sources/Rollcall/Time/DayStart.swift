extension CivilDate {
  /// The first instant of the day where clocks are `offset` seconds ahead of UTC at an instant. Later than
  /// midnight where clocks are put forward at midnight.
  public func start(offset: (Timestamp) -> Int) -> Timestamp {
    let utc = Timestamp(milliseconds: Int64(daysSince1970) * 86_400_000)
    func local(_ instant: Timestamp) -> Timestamp { instant.advanced(by: Int64(offset(instant)) * 1_000) }
    func isInside(_ instant: Timestamp) -> Bool {
      let time = local(instant).since(utc)
      return time >= 0 && time < 86_400_000
    }
    let guess = utc.advanced(by: -Int64(offset(utc)) * 1_000)
    let start = utc.advanced(by: -Int64(offset(guess)) * 1_000)
    guard isInside(start) else { return utc.advanced(by: -Int64(offset(start)) * 1_000) }
    // Where clocks show midnight twice, the first one counts.
    let before = start.advanced(by: -1)
    return isInside(before) ? start.advanced(by: -local(before).since(utc) - 1) : start
  }
}
