import DeviceKit
import Rollcall

extension SimulatedPhone {
  /// Reports the next checkpoint when it is reached, while the participant is under way.
  func passCheckpoint(at elapsed: Milliseconds, on device: RollcallDevice) async {
    guard let part = behaviour.part, part.from <= elapsed, await device.status.duty.state.isWatched else {
      return
    }
    let leg = (elapsed - part.from) / PhoneBehaviour.EventPart.leg
    guard leg > checkpoint else { return }
    checkpoint = leg
    await note("checkpoint", of: part, on: device, data: Array(#"{"number":\#(leg)}"#.utf8))
  }

  /// Lets the app report an activity of the event.
  func note(
    _ type: String, of part: PhoneBehaviour.EventPart, on device: RollcallDevice, data: [UInt8]? = nil
  ) async {
    guard let activity = EventActivity(type, in: part.event, data: data) else { return }
    try? await device.note(activity)
  }
}
