/// JSON to be written: the members of an object stay in the order given.
indirect enum JSONText {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case null
  case list([JSONText])
  case object([(String, JSONText)])

  /// An object whose values are all text.
  static func texts(_ members: [(name: String, value: String)]) -> JSONText {
    .object(members.map { ($0.name, .text($0.value)) })
  }

  /// The document in UTF-8, without blanks.
  var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .text(let text): Self.quote(text, to: &out)
    case .number(let number): out += Array(String(number).utf8)
    case .flag(let flag): out += Array((flag ? "true" : "false").utf8)
    case .null: out += Array("null".utf8)
    case .list(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        item.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        Self.quote(member.0, to: &out)
        out.append(UInt8(ascii: ":"))
        member.1.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// By bytes: a quote followed by a combining mark must still be escaped.
  private static func quote(_ text: String, to out: inout [UInt8]) {
    let hex = Array("0123456789abcdef".utf8)
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: out += Array("\\u00".utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
