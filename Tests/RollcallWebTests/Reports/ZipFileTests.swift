import Foundation
import Testing

@testable import RollcallWeb

@Suite("ZIP files")
struct ZipFileTests {
  @Test(
    "the check sum is the one of ZIP",
    arguments: [("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43)] as [(String, UInt32)])
  func sum(text: String, expected: UInt32) { #expect(CRC32.of(Array(text.utf8)) == expected) }

  @Test("other programs read it, and the same members give the same bytes")
  func readable() throws {
    let members = [
      ZipFile.Member(name: "a.txt", bytes: Array("Potočnik\n".utf8)),
      ZipFile.Member(name: "b.csv", bytes: []),
    ]
    let bytes = ZipFile.bytes(of: members)
    #expect(bytes == ZipFile.bytes(of: members))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.zip")
    try Data(bytes).write(to: file)
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    python.arguments = [
      "-c",
      "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([(i.filename,i.file_size,i.compress_type) for i in z.infolist()], z.read('a.txt').decode(), end='')",
      file.path,
    ]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    python.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "[('a.txt', 10, 0), ('b.csv', 0, 0)] Potočnik\n")
  }
}

@Suite("Names of files")
struct FileNameTests {
  @Test(
    "say who in plain letters",
    arguments: [
      ("Barbara Potočnik", "barbara-potocnik"), ("  Søren–Åse/../ x ", "s-ren-ase-x"), ("李小龍", ""),
      ("a\"b\r\nc", "a-b-c"),
    ])
  func plain(name: String, expected: String) { #expect(FileName.plain(name) == expected) }
}
