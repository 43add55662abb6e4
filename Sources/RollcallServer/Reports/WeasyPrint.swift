import Foundation
import RollcallWeb
import Synchronization

/// Makes PDF files with Debian's program `weasyprint`, where it is installed: in a process of its own, which may use
/// little time and memory, reaches no network, and opens nothing that the page names.
final class WeasyPrint: Sendable {
  private static let program = "/usr/bin/weasyprint"
  private static let python = "/usr/bin/python3"
  /// How long one file may take, seconds: its own work is limited to 50 s of the processor, which a busy machine
  /// spreads over minutes.
  private static let patience = 240.0
  /// The exit code of the script below when memory is short.
  private static let outOfMemory: Int32 = 3
  /// One at a time: each may take the memory that one may take.
  private let turn = Mutex(())
  private let state = Mutex(State())

  private struct State {
    var isStopped = false
    /// The process at hand.
    var process: pid_t?
  }

  /// The printer; `nil` = the program is not installed.
  static var installed: PDFPrinter? {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: program), files.isExecutableFile(atPath: python) else { return nil }
    let press = WeasyPrint()
    return PDFPrinter(
      { html, css in press.turn.withLock { _ in press.print(html, css) } }, stop: { press.stop() })
  }

  private func stop() {
    state.withLock { state in
      state.isStopped = true
      if let process = state.process { kill(process, SIGTERM) }
    }
  }

  /// Notes the process that has begun, unless none may any more.
  private func began(_ process: Process) {
    let id = process.processIdentifier
    let isStopped = state.withLock { state in
      state.process = id
      return state.isStopped
    }
    if isStopped { process.terminate() }
  }

  private func print(_ html: [UInt8], _ css: [UInt8]) -> PDFPrinter.Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-P", "-s", "-c", Self.script]
    // Isolated but for these variables. The order of hashed things shows in the bytes of a PDF, and so does the time in
    // its fonts: with both fixed the same page gives the same file.
    process.environment = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "PYTHONHASHSEED": "0",
      "SOURCE_DATE_EPOCH": "0",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    guard !state.withLock({ $0.isStopped }) else { return .failed }
    do { try process.run() } catch { return .failed }
    began(process)
    let end = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: end)
    // Beside the reading: neither side waits for a full pipe. A process that ended early takes no more.
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: Data(css + [0] + html))
      try? input.fileHandleForWriting.close()
    }
    let pdf = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    state.withLock { $0.process = nil }
    end.cancel()
    // A process that uses up its time is killed; the script says so when memory is short.
    guard process.terminationReason == .exit, process.terminationStatus != Self.outOfMemory else {
      return .tooLong
    }
    return process.terminationStatus == 0 && pdf.starts(with: "%PDF-".utf8) ? .made(Array(pdf)) : .failed
  }

  /// A network of its own has no way out; where the system refuses that, nothing fetches anything either. The
  /// program wants a temporary folder, which it removes.
  private static let script = """
    ctypes, resource, sys = map(__import__, ("ctypes", "resource", "sys"))
    ctypes.CDLL(None).unshare(0x10000000 | 0x40000000)
    for limit, most in [(resource.RLIMIT_CPU, 50), (resource.RLIMIT_AS, 2 << 30), (resource.RLIMIT_FSIZE, 16 << 20),
                        (resource.RLIMIT_CORE, 0)]:
        resource.setrlimit(limit, (most, most))
    css, html = sys.stdin.buffer.read().split(b"\\0", 1)
    weasyprint = __import__("weasyprint")
    def refuse(url, *rest, **more):
        raise ValueError("nothing is fetched")
    try:
        page = weasyprint.HTML(string=html.decode(), url_fetcher=refuse)
        style = weasyprint.CSS(string=css.decode(), url_fetcher=refuse)
        sys.stdout.buffer.write(page.write_pdf(stylesheets=[style], variant="pdf/a-3b", identifier=b"rollcall"))
    except MemoryError:
        sys.exit(3)
    """
}
