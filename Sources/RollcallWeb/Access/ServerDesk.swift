public import Rollcall
public import RollcallStore

/// What the owners of an installation see of its server, and may start.
public struct ServerDesk: Sendable {
  /// One thing that was looked at.
  public struct Finding: Sendable {
    /// What it is about.
    public let name: String
    /// `ok`, `warning` or `failure`.
    public let verdict: String
    /// The finding, and how to put it right; without secrets.
    public let words, advice: String

    /// From its parts.
    public init(name: String, verdict: String, words: String, advice: String) {
      (self.name, self.verdict, self.words, self.advice) = (name, verdict, words, advice)
    }
  }

  /// A line of the log: a warning or an error.
  public struct Line: Sendable {
    /// When.
    public let at: Timestamp
    /// `warning`, `error` or `critical`.
    public let level: String
    /// What happened; logs hold no personal data.
    public let text: String

    /// From its parts.
    public init(at: Timestamp, level: String, text: String) {
      (self.at, self.level, self.text) = (at, level, text)
    }
  }

  /// A file of a backup.
  public struct BackupFile: Sendable {
    /// The name of the file.
    public let name: String
    /// When it was written.
    public let at: Timestamp
    /// Its length.
    public let bytes: Int64

    /// From its parts.
    public init(name: String, at: Timestamp, bytes: Int64) {
      (self.name, self.at, self.bytes) = (name, at, bytes)
    }
  }

  /// The present state.
  public struct Facts: Sendable {
    /// The program's version.
    public var version = ""
    /// Everything that was looked at.
    public var findings: [Finding] = []
    /// The size of the database, bytes.
    public var bytes: Int64 = 0
    /// How much it has grown; empty = not known yet, `nil` = that cannot be read.
    public var growth: [DatabaseGrowth]? = []
    /// When the server started.
    public var startedAt = Timestamp(milliseconds: 0)
    /// The folder of the backups made here, and its files, the newest first.
    public var folder = "", backups: [BackupFile] = []
    /// How many of them are kept; older ones are deleted when another is made.
    public var backupsKept = 0
    /// Whether a backup is being made, and why the last one failed; empty when it did not.
    public var isBackingUp = false, failure = ""
    /// The latest warnings and errors, the newest first.
    public var lines: [Line] = []

    /// Nothing known.
    public init() {}
  }

  /// Reads the present state. Blocks.
  public var look: @Sendable () -> Facts
  /// Begins a backup; `false` = one is running.
  public var backUp: @Sendable () -> Bool

  /// A desk.
  public init(look: @escaping @Sendable () -> Facts, backUp: @escaping @Sendable () -> Bool) {
    (self.look, self.backUp) = (look, backUp)
  }

  /// Without a server around the web.
  public static let none = ServerDesk(look: { Facts() }, backUp: { false })
}
