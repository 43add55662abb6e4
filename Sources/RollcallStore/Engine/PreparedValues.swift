import SQL

extension PreparedStatement {
  /// Binds a value; `nil` = NULL. It is here and not in `SQL` so that it is compiled for each type: an upload
  /// binds hundreds.
  func bind<Value: DatabaseValueConvertible>(_ name: StaticString, _ value: Value?) {
    switch value?.databaseValue {
    case .integer(let number): bind(name, number)
    case .real(let number): bind(name, number)
    case let other: bind(name, stored: other ?? .null)
    }
  }
}
