import Foundation
import RollcallWeb

@testable import RollcallServer

extension Places {
  /// The folders of this repository.
  static let ofTests = Places(
    share: URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path)
}
