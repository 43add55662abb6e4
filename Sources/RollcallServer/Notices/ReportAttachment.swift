import Push
import Rollcall
import RollcallStore
import RollcallWeb

/// The file that a mail about a scheduled report carries, or why it does not.
struct ReportAttachment {
  /// Larger mails are refused by many servers, megabytes of 1,000,000 bytes.
  static let mostMegabytes = 7

  let state: MailedFile
  let attachment: ChannelMessage.Attachment?

  /// `nil` for messages that are not to carry a file.
  init?(of notice: ChannelNotice, in folder: ReportFolder?) {
    guard notice.way.attachesReports, case .report(let name, _, let sha256) = notice.content else {
      return nil
    }
    let found = folder?.read(name, of: notice.workspace.slug, atMost: Self.mostMegabytes * 1_000_000)
    switch found ?? .missing {
    case .missing: (state, attachment) = (.missing, nil)
    case .tooLarge: (state, attachment) = (.tooLarge(megabytes: Self.mostMegabytes), nil)
    case .bytes(let bytes):
      var builder = FingerprintBuilder()
      builder.add(bytes)
      // Only what the audit knows is sent.
      let isRecorded = builder.fingerprint.hashText == sha256
      state = isRecorded ? .attached : .altered
      attachment =
        isRecorded
        ? ChannelMessage.Attachment(name: name, type: "text/csv; charset=utf-8", bytes: bytes) : nil
    }
  }
}
