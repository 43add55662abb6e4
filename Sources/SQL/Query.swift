/// A statement with its bound values. An interpolated value is always bound, never part of the text.
///
/// ```swift
/// try db.run("UPDATE offer SET state = \(step.to), ended_at = \(end) WHERE id = \(offer.id)")
/// ```
///
/// Reusable parts of a statement are queries themselves, and are interpolated as such:
///
/// ```swift
/// let open: Query = "ended_at IS NULL"
/// try db.all("SELECT id FROM offer WHERE \(open)", as: Offer.ID.self)
/// ```
package struct Query: Sendable {
  /// The text, with `?` for each value.
  var text: String
  /// The values, in their order.
  var values: [SQLValue]
  /// Whether its text is constant, so that its prepared statement is worth caching.
  var isKept: Bool

  /// An empty query to append to.
  package static let empty: Query = ""

  /// A text of the program itself, e.g. a table's name from a list in the code: never input from outside.
  package init(trusted text: String) { (self.text, values, isKept) = (text, [], true) }

  /// Several parts joined by a separator.
  package init(_ parts: some Sequence<Query>, separator: Query) {
    self = .empty
    for (index, part) in parts.enumerated() {
      if index > 0 { self += separator }
      self += part
    }
  }

  /// Joins two parts without a separator.
  package static func + (left: Query, right: Query) -> Query {
    var both = left
    both += right
    return both
  }

  /// Appends a part without a separator.
  package static func += (left: inout Query, right: Query) {
    left.text += right.text
    left.values += right.values
    left.isKept = left.isKept && right.isKept
  }
}

extension Query: CustomStringConvertible {
  /// Its text, without the values.
  package var description: String { text }
}

extension Query: ExpressibleByStringInterpolation {
  /// A statement without values.
  package init(stringLiteral text: String) { self.init(trusted: text) }

  /// A statement with its values.
  package init(stringInterpolation: Interpolation) { self = stringInterpolation.query }

  /// Collects a statement's text and its values.
  package struct Interpolation: StringInterpolationProtocol {
    var query: Query = .empty

    /// The start of a literal.
    package init(literalCapacity: Int, interpolationCount: Int) {
      query.text.reserveCapacity(literalCapacity + interpolationCount)
      query.values.reserveCapacity(interpolationCount)
    }

    /// Text of the program.
    package mutating func appendLiteral(_ text: String) { query.text += text }

    /// A value to bind; `nil` = NULL.
    package mutating func appendInterpolation<Value: DatabaseValueConvertible>(_ value: Value?) {
      query.text += "?"
      query.values.append(value.databaseValue)
    }

    /// Another part of the statement, with its values.
    package mutating func appendInterpolation(_ part: Query) { query += part }

    /// A list of bound values in brackets, for `IN`. An empty list matches nothing. Such a statement is not
    /// cached, because its text depends on the length.
    package mutating func appendInterpolation(list values: some Sequence<some DatabaseValueConvertible>) {
      query.text += "("
      for (index, value) in values.enumerated() {
        if index > 0 { query.text += ", " }
        appendInterpolation(value)
      }
      query.text += ")"
      query.isKept = false
    }
  }
}
