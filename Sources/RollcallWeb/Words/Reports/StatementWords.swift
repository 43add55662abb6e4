import Rollcall

extension Words {
  /// What a statement says. Careful: each sentence says exactly what the rows show, and of what it does not speak.
  enum Statement {
    static let title = "Statement"
    static func about(_ names: String) -> String { "Statement about \(names)" }
    static func incident(_ id: Int64) -> String { "Statement about incident INC-\(id)" }
    static let shift = "Statement about everybody on duty"
    static let ofShift = "Statement of a shift"
    static func person(_ id: Int64) -> String { "person \(id)" }

    static func zones(_ name: String, _ first: String, _ last: String) -> String {
      "\(name), UTC\(first) at first and UTC\(last) at the end"
    }
    static func knownBefore(_ instant: String) -> String {
      "As known before \(instant): what was received, decided or looked at later is not in it."
    }
    static func ends(_ instant: String) -> String {
      "The time after \(instant) had not come when this was known: nothing is said about it."
    }
    static func imprint(_ workspace: String, _ instant: String, by name: String) -> String {
      "\(workspace) · made \(instant) by \(name)"
    }
    static let incomplete = "This statement is no longer complete."
    static let incompleteDetail =
      "Records of the time asked for have been deleted since, by the retention of the workspace or by an erasure. What is left is shown; counts may be too low, and the files differ from those of an earlier statement."

    static func offDuty(_ name: String) -> String {
      "\(name) was not on duty at any time of this span. Contact is only expected on duty."
    }
    static func onDuty(_ name: String, _ length: String, of span: String, isAll: Bool) -> String {
      isAll
        ? "\(name) was on duty for all of the \(span)." : "\(name) was on duty for \(length) of the \(span)."
    }
    static func notObserved(_ length: String) -> String {
      "For \(length) of that time Rollcall itself was not running or could not record. Nothing is said about that time, and it counts against nobody."
    }
    static func contactAll(_ length: String) -> String {
      "The phone was in contact for all of the \(length) on duty that Rollcall observed: the limit between one contact and the next was never exceeded."
    }
    static let contactNone =
      "The phone was not in contact at any time on duty that Rollcall observed."
    static func contact(_ length: String, of duty: String) -> String {
      "The phone was in contact for \(length) of the \(duty) on duty that Rollcall observed."
    }
    static func lastContact(_ instant: String) -> String {
      "The last contact before the end was at \(instant)."
    }
    static func firstContact(_ instant: String) -> String {
      "Nothing was ever heard of the phone before \(instant)."
    }
    static let neverHeard = "Nothing had ever been heard of the phone."
    static func silent(_ count: Int, _ length: String, longest: String) -> String {
      count == 1
        ? "It was silent once, for \(length): \(longest)."
        : "It was silent \(count) times, for \(length) altogether; the longest time was \(longest)."
    }
    static func longest(_ from: String, _ to: String, lasted: Bool) -> String {
      lasted ? "from \(from) on, still lasting at the end" : "from \(from) to \(to)"
    }
    static func beyond(_ overdue: String, _ out: String) -> String {
      "Of the silent time, \(overdue) lay beyond the first limit (“limited”) and \(out) beyond the second (“offline”); in the rest the next contact was not yet overdue."
    }
    static func shown(_ pieces: [String]) -> String {
      "The control room was shown: \(pieces.joined(separator: ", "))."
    }
    static func shownFrom(_ status: String, _ from: String, until: String?) -> String {
      until.map { "\(status) from \(from) until \($0)" } ?? "\(status) from \(from) until the end"
    }
    static func shownSums(_ sums: [String], changes: Int) -> String {
      "The status that the control room was shown changed \(changes) times. On duty it was \(sums.joined(separator: ", "))."
    }
    static func shownFor(_ status: String, _ length: String) -> String { "\(status) for \(length)" }
    static func positions(_ count: Int) -> String {
      count == 0
        ? "No position taken in this span was known."
        : "\(Words.count(count, "position taken in this span was known", "positions taken in this span were known"))."
    }
    static func late(_ count: Int, _ instant: String) -> String {
      "\(Words.count(count, "of them had arrived late", "of them had arrived late")), the last at \(instant)."
    }
    static func doubted(_ reasons: String) -> String { "There are suspicious positions: \(reasons)." }
    static func doubt(_ count: Int, _ reason: String) -> String {
      "\(Words.count(count, "position", "positions")) (\(reason))"
    }
    static func looks(_ own: Int, _ lists: Int) -> String {
      guard own + lists > 0 else {
        return "Nobody looked at this person's data in this span, by the audit."
      }
      let alone = Words.count(own, "look at this person's data alone", "looks at this person's data alone")
      let among = Words.count(
        lists, "look at a list that could show them", "looks at lists that could show them")
      return "The audit has \(alone) in this span, and \(among)."
    }

    static let inContact = "in contact"
    static let meaning =
      "In contact means: from one contact to the next no more time passed than the limit then in force (the first limit, after which a status is “limited”). A contact is any message of the phone with a valid login. A silence runs from the last contact to the next. What the control room was shown follows from contacts and fresh positions by the rules of the person's profile, and is another question. Lengths are rounded to the second; the files have milliseconds."

    static let past = "The last instant is not part of the span."
    static func more(_ rest: Int, in file: String) -> String {
      "\(Words.count(rest, "more row is", "more rows are")) in \(file)."
    }
  }
}

extension Words.Statement {
  /// Titles and heads of tables.
  enum Tables {
    static let figures = "Numbers"
    static let status = "Status shown to the control room"
    static let silences = "Silences with their evidence"
    static let absences = "Time in which Rollcall itself was away"
    static let contacts = "Uploads of the phone"
    static let late = "Positions that arrived late"
    static let gaps = "Gaps in the track"
    static let doubts = "Suspicious positions"
    static let decisions = "Decisions about suspicious positions"
    static let looks = "Who looked at this person's data"
    static let duty = "Duty"
    static let people = "Everybody in this statement"
    static let offers = "Offers"
    static let assignments = "Assignments"
    static let log = "Log of the incident"
    static let none = "None."
    static let notKnown = "not known"
    static let lasted = "lasted"
    static let sameSecond = "the same second"
    static let list = "a list that could show them"
    static let alone = "this person"
    static let stillMissing = "never filled"
  }

  /// Who made it, how its files are checked.
  enum Cover {
    static let title = "About this statement"
    static let workspace = "Workspace"
    static let asked = "Question"
    static let known = "As known before"
    static let madeBy = "Made by"
    static let madeAt = "Made at"
    static let version = "Rollcall"
    static let entry = "Audit entry"
    static func entry(_ number: String) -> String { "No. \(number)" }
    static let head = "Head of the audit chain"
    static let sha256 = "SHA-256 of the files"
    static let check =
      "The SHA-256 is that of the file SHA256SUMS in the ZIP, which lists statement.json and the tables. These files do not contain who made the statement or when: the same question with the same “as known before” gives the same bytes as long as nothing of it is deleted. The text CHECK.txt in the ZIP says how to check them without Rollcall."
  }

  /// The page around it.
  enum Form {
    static let known = "As known before"
    static let knownHint = "Empty: now. Or an earlier instant: what came later is left out."
    static let make = "Make the statement"
    static let wrong =
      "“From”, “To” and “As known before” are a day, with or without a time, such as 2026-11-22 12:00."
    static let choose = "Choose the hours."
    static let chooseAdvice =
      "The statement says, in sentences and numbers, when the phone was in contact, what the control room was shown, and who looked. Making it is recorded in the audit."
    static let json = "statement.json"
    static let zip = "ZIP with all tables"
    static let pdf = "PDF"
    static let tooLongForPDF =
      "These hours are too many for one PDF. The ZIP has everything; for paper, ask for fewer hours at a time, or print the page."
    static let noPDF =
      "This server makes no PDF, because the program weasyprint is not installed: print this page instead, or save it as PDF in the print dialog."
  }

  /// The text in the ZIP.
  static func checkText(_ sha256: String) -> String {
    """
    How to check this statement

    1. Unpack the ZIP file. The file SHA256SUMS lists statement.json and the tables with their SHA-256.

    2. In the folder, on Linux or macOS:      sha256sum -c SHA256SUMS
       (macOS without sha256sum: shasum -a 256 -c SHA256SUMS)
       Each line must end in OK.

    3. The SHA-256 of SHA256SUMS itself is the statement's:      sha256sum SHA256SUMS
       It must be
       \(sha256)
       the same as on the cover, on paper, and in the audit entry that the cover names.

    4. On Windows, in PowerShell:      Get-FileHash -Algorithm SHA256 SHA256SUMS

    5. The file cover.json is not part of the check sums: it says who made this copy, when, with which
       version, and the head of the audit chain at that moment. With it, the operator of the server can
       prove that the audit was not cut or rewritten since:
          rollcall verify --database FILE --heads cover.json

    6. All times in statement.json and the tables are in UTC. People are named by the id that Rollcall gave
       them; cover.json says what they were called when this copy was made.

    7. The same question asked again, with the same "known_before", gives the same files as long as nothing
       has been deleted by retention or erasure. A statement from which something was deleted says so:
       "complete" is false, and missing.csv says for which times.

    """
  }
}
