public import Rollcall

extension JSONWriter {
  /// A member that is a string or `null`.
  public mutating func member(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  /// A member that is a flag or `null`.
  public mutating func member(_ name: String, _ flag: Bool?) {
    key(name)
    value(flag)
  }

  /// A member that is an integer or `null`.
  public mutating func member(_ name: String, _ number: Int64?) {
    key(name)
    value(number)
  }

  /// A member that is an integer or `null`.
  public mutating func member(_ name: String, _ number: Int?) {
    key(name)
    value(number)
  }

  /// A member that is a number or `null`.
  public mutating func member(_ name: String, _ number: Double?) {
    key(name)
    value(number)
  }

  /// A member that is an instant, UTC with milliseconds and `Z`, or `null`.
  public mutating func member(_ name: String, _ instant: Timestamp?) {
    key(name)
    value(instant)
  }

  /// A member that is an id, or `null`.
  public mutating func member<Owner>(_ name: String, _ id: Identifier<Owner>?) {
    key(name)
    value(id?.rawValue)
  }

  /// A member that is an object.
  public mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// A member that is an array.
  public mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }
}
