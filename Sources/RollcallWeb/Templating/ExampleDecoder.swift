/// Makes an example of a page from its type alone: each text and each optional is present, each list has one
/// element.
///
/// The check of the templates needs names and shapes only, and all of them.
struct ExampleDecoder: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  static func example<Part: Decodable>(of type: Part.Type) throws -> Part { try Part(from: ExampleDecoder()) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { OneElement() }
  func singleValueContainer() -> any SingleValueDecodingContainer { OneValue() }

  fileprivate static func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    for known in ["x", true, 1, Int64(1), 1.0] as [Any] {
      if let value = known as? Value { return value }
    }
    return try example(of: type)
  }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ExampleDecoder.value(type)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> { KeyedDecodingContainer(Members<Nested>()) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { OneElement() }
  func superDecoder() -> any Decoder { ExampleDecoder() }
  func superDecoder(forKey key: Key) -> any Decoder { ExampleDecoder() }
}

private struct OneElement: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey] = []
  let count: Int? = 1
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex > 0 }

  func decodeNil() -> Bool { false }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try ExampleDecoder.value(type)
  }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(Members())
  }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { OneElement() }
  func superDecoder() -> any Decoder { ExampleDecoder() }
}

private struct OneValue: SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ExampleDecoder.value(type) }
}
