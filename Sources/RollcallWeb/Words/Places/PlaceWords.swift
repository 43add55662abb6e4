extension Words {
  enum Places {
    static let addresses = "Addresses"
    static let noFile = "Choose a file."
    static func line(_ line: Int, _ reason: String) -> String {
      "Line \(line): \(reason). Nothing was changed."
    }
    static func held(_ addresses: Int, _ streets: Int) -> String {
      "\(Words.count(addresses, "address", "addresses")) in \(Words.count(streets, "street", "streets"))."
    }
  }
}
