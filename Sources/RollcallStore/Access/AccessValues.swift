import Rollcall
package import SQL

extension Role: DatabaseValueConvertible {}
extension PrivacyRequest.Kind: DatabaseValueConvertible {}

extension SecretHash: DatabaseValueConvertible {
  /// Its 32 bytes.
  package var databaseValue: SQLValue { .blob(bytes) }

  package init(_ cell: Cell) throws { self.init(stored: try [UInt8](cell)) }
}
