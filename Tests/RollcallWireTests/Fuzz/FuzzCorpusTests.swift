import Foundation
import Testing

@Suite struct FuzzCorpusTests {
  private static var corpus: [URL] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fuzz/corpus")
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).sorted { $0.path < $1.path }
  }

  @Test func theCorpusIsThere() {
    #expect(Self.corpus.count >= 20)
  }

  @Test func everyInputOfTheFuzzersCorpusIsHandled() throws {
    for file in Self.corpus {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(FuzzChecks.failure(bytes) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func everyBeginningOfEveryInputIsHandled() throws {
    for file in Self.corpus {
      let bytes = [UInt8](try Data(contentsOf: file)).prefix(600)
      for length in bytes.indices {
        #expect(
          FuzzChecks.failure(Array(bytes.prefix(length))) == nil, "\(file.lastPathComponent) cut at \(length)"
        )
      }
    }
  }
}
