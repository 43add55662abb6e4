/// A member known to a reader, by its name.
protocol JSONField: CaseIterable, RawRepresentable, Sendable where RawValue == Int, AllCases == [Self] {
  /// The table of its names; a `static let`, computed once.
  static var names: JSONFieldNames { get }
  /// The key.
  var name: String { get }
}

/// The names of a reader's fields, prepared for comparison with keys.
struct JSONFieldNames: Sendable {
  private let hashes: [UInt32]
  private let names: [[UInt8]]

  init(_ fields: some Sequence<some JSONField>) {
    names = fields.map { Array($0.name.utf8) }
    hashes = names.map { JSONName.hash($0) }
  }

  var count: Int { hashes.count }

  /// The index of the field that `key` names. `guess` is tried first, because phones send fields in the same
  /// order.
  func index(of key: JSONEntry, in document: JSONDocument, guess: Int) -> Int? {
    if hashes.indices.contains(guess), isName(key, in: document, at: guess) { return guess }
    return hashes.indices.first { isName(key, in: document, at: $0) }
  }

  private func isName(_ key: JSONEntry, in document: JSONDocument, at index: Int) -> Bool {
    guard hashes[index] == key.extra else { return false }
    guard !key.isEscaped else { return JSONName.unescaped(key, in: document.text) == names[index] }
    return JSONName.isSame(document.bytes(of: key), names[index])
  }
}

/// The known members of one object, by field. `null` counts as absent; unknown members are skipped.
struct JSONMembers<Field: JSONField> {
  /// For each field the index of its value on the tape, 0 = absent (0 is the outermost value).
  private var places: [Int]
  private var document: JSONDocument?

  init() { places = Array(repeating: 0, count: Field.names.count) }

  init(of object: JSONValue) {
    self.init()
    load(object)
  }

  /// Replaces the previous object by `object`.
  mutating func load(_ object: JSONValue) {
    let names = Field.names
    for index in places.indices { places[index] = 0 }
    document = object.document
    var guess = 0
    for (key, value) in object.members {
      guard let index = names.index(of: key, in: object.document, guess: guess) else { continue }
      guess = index + 1
      if value.kind != .null { places[index] = value.index }
    }
  }

  subscript(field: Field) -> JSONValue? {
    guard let document, places.indices.contains(field.rawValue), places[field.rawValue] != 0 else {
      return nil
    }
    return JSONValue(document: document, index: places[field.rawValue])
  }
}
