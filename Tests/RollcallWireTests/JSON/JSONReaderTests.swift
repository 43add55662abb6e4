import Testing

@testable import RollcallWire

@Suite struct JSONReaderTests {
  /// What reading `text` fails with.
  private func failure(_ bytes: [UInt8]) -> JSONError? {
    do {
      try JSON.read(bytes) { (_: JSONValue) throws(Never) in }
      return nil
    } catch {
      switch error {
      case .malformed(let error): return error
      }
    }
  }

  private func string(_ json: String) -> String? {
    try? JSON.read(Array(json.utf8)) { (root: JSONValue) throws(Never) in root.string }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "-0.0e-0", "1E+9", "\"\"", "[]", "{}", " [ 1 , 2 ] ",
    "\t{\"a\" : [ { } ] }\r\n",
    "[[[[[[[[]]]]]]]]", "\"\\u0000\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\u{7F}é✓🚑\"",
    "12345678901234567890123456789012",
    "[[],[],{\"a\":1},{\"a\":1}]", "{\"\":1,\" \":2}",
  ])
  func goodJSONIsRead(text: String) {
    #expect(failure(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("", JSONError.Kind.unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("[1,]", .unexpectedByte, 3),
    ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3), ("{\"a\":1,}", .unexpectedByte, 7),
    ("{a:1}", .unexpectedByte, 1), ("{\"a\" 1}", .unexpectedByte, 5), ("{\"a\":}", .unexpectedByte, 5),
    ("[1}", .unexpectedByte, 2), ("{]", .unexpectedByte, 1), ("[", .unexpectedEnd, 1),
    ("{\"a\":1", .unexpectedEnd, 6),
    ("nul", .unexpectedEnd, 3), ("nulL", .unexpectedByte, 3), ("True", .unexpectedByte, 0),
    ("NaN", .unexpectedByte, 0),
    ("-", .unexpectedEnd, 1), ("-a", .unexpectedByte, 1), ("+1", .unexpectedByte, 0), ("01", .badNumber, 0),
    ("-01", .badNumber, 0), ("1.", .badNumber, 0), ("1.e5", .badNumber, 0), ("1e", .badNumber, 0),
    (".5", .unexpectedByte, 0),
    ("0x10", .trailingBytes, 1), ("1 1", .trailingBytes, 2), ("{}{}", .trailingBytes, 2),
    ("null\u{0}", .trailingBytes, 4),
    ("123456789012345678901234567890123", .numberTooLong, 0), ("\"a", .unexpectedEnd, 2),
    ("\"\n\"", .controlCharacter, 1),
    ("\"\\x\"", .badEscape, 1), ("\"\\u12G4\"", .badEscape, 5), ("\"\\", .unexpectedEnd, 2),
    ("\"\\uD800\"", .loneSurrogate, 1), ("\"\\uD800\\n\"", .loneSurrogate, 1),
    ("\"\\uDC00\"", .loneSurrogate, 1),
    ("\"\\uD800\\u0041\"", .loneSurrogate, 1), ("{\"a\":1,\"a\":2}", .duplicateKey, 7),
    ("{\"a\":1,\"b\":{\"a\":2},\"\\u0061\":2}", .duplicateKey, 19), ("[[[[[[[[[]]]]]]]]]", .tooDeep, 8),
    ("\u{FEFF}{}", .unexpectedByte, 0), ("[1] // no", .trailingBytes, 4), ("'a'", .unexpectedByte, 0),
  ])
  func badJSONIsRefusedWhereItIsBad(text: String, kind: JSONError.Kind, offset: Int) {
    #expect(failure(Array(text.utf8)) == JSONError(kind, at: offset))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x9A], [0xFF],
      [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
    #expect(failure([0x22] + bytes + [0x22]) == JSONError(.badUTF8, at: 1))
    #expect(failure([0x22] + bytes) != nil)
  }

  @Test func anObjectHasAtMost64Keys() {
    func object(_ count: Int) -> [UInt8] {
      Array(("{" + (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",") + "}").utf8)
    }
    #expect(failure(object(64)) == nil)
    #expect(failure(object(65))?.kind == .tooManyKeys)
  }

  @Test func keysAreFoundTwiceAmongManyWhateverTheirOrder() {
    for twice in 0..<60 {
      var keys = (0..<60).map { "key\($0)" }
      keys.append("key\(twice)")
      let text = "{" + keys.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
      #expect(failure(Array(text.utf8))?.kind == .duplicateKey)
    }
  }

  @Test func valuesAreBounded() {
    func array(_ count: Int) -> [UInt8] {
      Array(("[" + Array(repeating: "1", count: count).joined(separator: ",") + "]").utf8)
    }
    #expect(failure(array(JSONLimits.ours.values - 1)) == nil)
    #expect(failure(array(JSONLimits.ours.values))?.kind == .tooManyValues)
  }

  @Test func escapesAreReadAsWhatTheyMean() {
    #expect(string(#""\u0041\n\"\/\\ \uD83D\uDE91 \u00e9é""#) == "A\n\"/\\ 🚑 éé")
    #expect(string(#""\u0000""#) == "\u{0}")
  }

  @Test func aKeyWithEscapesIsTheSameKey() throws {
    let text = Array(#"{"l\u0061t":46.5,"queue":"x"}"#.utf8)
    let latitude = try JSON.read(text) { (root: JSONValue) throws(Never) in
      JSONMembers<PingField>(of: root)[.latitude]?.double
    }
    #expect(latitude == 46.5)
  }

  @Test func everyFieldOfEveryReaderHasItsOwnName() {
    func check<Field: JSONField>(_ type: Field.Type) {
      #expect(Set(type.allCases.map(\.name)).count == type.allCases.count)
      #expect(type.allCases.map(\.rawValue) == Array(0..<type.allCases.count))
    }
    check(PingField.self)
    check(TelemetryField.self)
    check(BatchField.self)
    check(EventField.self)
    check(DutyField.self)
    check(UploadDataField.self)
    let beside =
      PingField.allCases.map(\.name) + TelemetryField.allCases.map(\.name) + BatchField.allCases.map(\.name)
    #expect(Set(beside).count == beside.count)
  }
}
