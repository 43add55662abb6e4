/// The envelope of every answer: `{"data": …, "message": "…", "code": "…"}`.
public enum Envelope {
  /// An answer whose `data` is the value that `data` writes; null without it.
  public static func bytes(
    _ code: Code, _ message: String, data: ((inout JSONWriter) -> Void)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.object { answer in
      answer.key("data")
      if let data { data(&answer) } else { answer.null() }
      answer.member("message", message)
      answer.member("code", code.rawValue)
    }
    return writer.bytes
  }
}
