/// A member that a reader knows, by its name.
protocol JSONField: CaseIterable, RawRepresentable, Sendable where RawValue == Int, AllCases == [Self] {
  /// The table of its names; a `static let`, made once.
  static var names: JSONFieldNames { get }
  /// The key.
  var name: String { get }
}

/// The names of a reader's fields, ready to be compared with keys.
struct JSONFieldNames: Sendable {
  private let hashes: [UInt32]
  private let names: [[UInt8]]

  init(_ fields: some Sequence<some JSONField>) {
    names = fields.map { Array($0.name.utf8) }
    hashes = names.map { JSONName.hash($0) }
  }

  var count: Int { hashes.count }

  /// The place of the field that `key` names.
  func index(of key: JSONEntry, in document: JSONDocument) -> Int? {
    for index in hashes.indices where hashes[index] == key.extra {
      let isSame =
        key.isEscaped
        ? JSONName.unescaped(key, in: document.text) == names[index]
        : document.bytes(of: key).elementsEqual(names[index])
      if isSame { return index }
    }
    return nil
  }
}

/// The known members of one object, found by field. `null` is absent; unknown members are passed over.
struct JSONMembers<Field: JSONField> {
  /// For each field the place of its value on the tape, 0 = absent (place 0 is the outermost value).
  private var places: [Int]
  private var document: JSONDocument?

  init() { places = Array(repeating: 0, count: Field.names.count) }

  init(of object: JSONValue) {
    self.init()
    load(object)
  }

  /// Forgets the object before and looks through `object`.
  mutating func load(_ object: JSONValue) {
    let names = Field.names
    for index in places.indices { places[index] = 0 }
    document = object.document
    for (key, value) in object.members where value.kind != .null {
      if let index = names.index(of: key, in: object.document) { places[index] = value.index }
    }
  }

  subscript(field: Field) -> JSONValue? {
    guard let document, places.indices.contains(field.rawValue), places[field.rawValue] != 0 else {
      return nil
    }
    return JSONValue(document: document, index: places[field.rawValue])
  }
}
