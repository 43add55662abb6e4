import Foundation

/// A mail as it goes over the wire (RFC 5322, MIME): plain text in UTF-8, and a file if there is one.
enum MailText {
  /// The whole mail, lines ended by CR LF.
  static func bytes(_ message: ChannelMessage, from sender: MailSettings, to recipients: [String]) -> [UInt8]
  {
    let text = [message.body, message.url ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let domain =
      sender.from.utf8.split(separator: UInt8(ascii: "@")).last.map { String(Substring($0)) } ?? "localhost"
    var lines = [
      "Date: \(date(message.at))", "From: \(sender.name) <\(sender.from)>",
      // One per line: ten addresses would exceed a line's limit.
      "To: " + recipients.joined(separator: ",\r\n "), "Subject: \(encoded(message.title))",
      // The same at every attempt, so that a mailbox can detect a repetition.
      "Message-ID: <\(message.id)@\(domain)>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
    ]
    if message.urgency == .high { lines += ["Importance: high", "X-Priority: 1"] }
    let plain = part(["Content-Type: text/plain; charset=utf-8"], Data(withLineEnds(text).utf8))
    guard let file = message.attachment else {
      return Array((lines.joined(separator: "\r\n") + "\r\n" + plain).utf8)
    }
    // Base64 has no hyphen: the boundary is in no part.
    let boundary = "--rollcall-part"
    lines.append("Content-Type: multipart/mixed; boundary=\"\(boundary)\"")
    let attached = part(
      ["Content-Type: \(file.type)", "Content-Disposition: attachment; filename=\"\(file.name)\""],
      Data(file.bytes))
    let parts = [plain, attached].map { "--\(boundary)\r\n\($0)" }.joined()
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + parts + "--\(boundary)--\r\n").utf8)
  }

  /// The head and body of a part, in base64.
  private static func part(_ head: [String], _ bytes: Data) -> String {
    let body = bytes.base64EncodedString(
      options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    return (head + ["Content-Transfer-Encoding: base64"]).joined(separator: "\r\n") + "\r\n\r\n\(body)\r\n"
  }

  /// A header's text (RFC 2047): other than plain text becomes encoded words of at most 75 characters, cut
  /// between scalars. It cannot contain a line break.
  static func encoded(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && text.utf8.count <= 200
    // Text that looks like an encoded word would be decoded.
    if isPlain, text.firstRange(of: "=?") == nil { return text }
    var words: [[UInt8]] = [[]]
    for scalar in text.unicodeScalars {
      // A control character has no place in a line.
      let bytes = Array(scalar.value < 0x20 || scalar.value == 0x7f ? " ".utf8 : String(scalar).utf8)
      if let last = words.last, last.count + bytes.count > 45 { words.append([]) }
      words[words.count - 1] += bytes
    }
    return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  /// `Sat, 21 Nov 2026 09:00:00 +0000`.
  static func date(_ milliseconds: Int64) -> String {
    // `2026-11-21T09:31:00.000Z`
    let text = UTCText.of(milliseconds).utf8
    let parts = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.map {
      Int(String(Substring($0))) ?? 0
    }
    let days = Int(max(0, milliseconds) / 86_400_000)
    let clock = String(Substring(text.dropFirst(11).prefix(8)))
    // The first of January 1970 was a Thursday.
    return
      "\(weekdays[(days + 4) % 7]), \(parts[2]) \(months[(parts[1] + 11) % 12]) \(parts[0]) \(clock) +0000"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func withLineEnds(_ text: String) -> String {
    text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { String(String.UnicodeScalarView($0)) }.joined(separator: "\r\n")
  }
}
