import SQL

extension PrivacyRequest.Kind: DatabaseValueConvertible {}
