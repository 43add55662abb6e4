extension Words {
  enum People {
    static let new = "Add a person"
    static func edit(_ name: String) -> String { "Edit \(name)" }
    static let name = "Name"
    static let phone = "Telephone"
    static func phoneHint(_ country: String) -> String {
      country.isEmpty
        ? "With its country code: +386 40 123 456."
        : "As it is dialled in \(country), or with + and its country code."
    }
    static let profile = "Profile"
    static let region = "Region"
    static let regionHint = "A new name makes a new region."
    static let externalID = "Id in your own system"
    static let externalIDHint = "Lists and scripts find the person by it."
    static let skills = "Skills"
    static let addAnyway = "Add all the same: it is somebody else"
    static func namesake(_ about: String) -> String { "There is somebody of this name already: \(about)." }
    static func added(_ name: String) -> String { "\(name) is added." }
    static let connectNext = "Connect their phone"
    static let saved = "Saved."

    // Lists
    static let importTitle = "Import people"
    static let pasted = "Cells of a spreadsheet, or the lines of a CSV file"
    static let pastedHint = """
      Copy the cells and paste them here. The first row may name the columns, in any order. Separators may be tabs, \
      semicolons or commas.
      """
    static let file = "Or a file"
    static let nothingPasted = "Paste some cells, or choose a file."
    static let nobodyListed =
      "There is nobody in it: the first row names the columns, and no other row follows."
    static let notText = """
      This is not a text file. Save the spreadsheet as “CSV UTF-8”, or copy its cells and paste them above.
      """
    static let firstRow = "The first row"
    static let firstRowNames = "Names the columns"
    static let firstRowIsPerson = "Is a person"
    static let columnIs = "What the columns hold"
    static func column(_ number: Int) -> String { "Column \(number)" }
    static let ignored = "Not read"
    static func label(_ column: String) -> String { columns[column] ?? column }
    private static let columns = [
      "name": "Name", "given": "First name", "family": "Last name", "phone": "Telephone",
      "profile": "Profile",
      "region": "Region", "external_id": "Id in your own system", "skills": "Skills",
    ]
    static let needsName = "Say which column holds the name."
    static let columnTwice = "Two columns hold the same."
    static let usualProfile = "Profile of those without one"
    static let known = "Whoever is here already, by number or id"
    static let knownSkip = "Leave as they are"
    static let knownUpdate = "Change to what the list says"
    static let named = "Whoever has the name of somebody here"
    static let namedSkip = "Leave out: it is the same person"
    static let namedAdd = "Add: it is somebody else"
    static let changed = "This is not what was previewed. Here is the preview of it."
    static func line(_ line: Int) -> String { "Line \(line)" }
    static func problem(_ line: Int, _ text: String) -> String { "Line \(line): \(text)." }
    static func more(_ count: Int) -> String { "And \(Words.count(count, "problem", "problems")) more." }
    static let noName = "no name"
    static let willAdd = "added"
    static let willUpdate = "changed"
    static let isSame = "stays as it is"
    static let isKnown = "known, stays as it is"
    static func isNamed(_ name: String) -> String { "left out: the name of \(name)" }
    static func summary(add: Int, update: Int, leave: Int, named: Int) -> String {
      [
        "\(count(add, "person is", "people are")) added", update > 0 ? "\(grouped(update)) changed" : nil,
        leave > 0 ? "\(grouped(leave)) known and left as they are" : nil,
        named > 0 ? "\(grouped(named)) left out because of their name" : nil,
      ].compactMap(\.self).joined(separator: ", ") + "."
    }
    static func firstRows(_ shown: Int, of all: Int, special: Int, ofSpecial: Int) -> String {
      guard all > shown else { return count(all, "row.", "rows.") }
      let first = "The first \(shown) of \(grouped(all)) rows"
      guard ofSpecial > 0 else { return "\(first)." }
      let rest = ofSpecial > special ? "\(special) of \(grouped(ofSpecial))" : "those"
      return "\(first); below them \(rest) that change somebody or are left out because of their name."
    }
    static func doImport(_ count: Int) -> String { "Import \(Words.count(count, "person", "people"))" }
    static func imported(_ added: Int, _ changed: Int) -> String {
      changed > 0
        ? "\(count(added, "person is", "people are")) added, \(grouped(changed)) changed."
        : "\(count(added, "person is", "people are")) added."
    }
    static let printCodes = "Print codes to connect their phones"

    // Many at once
    static let nobody = "Nobody was selected."
    static let nobodyAdvice = "Tick people in the list, or everybody who matches."
    static func switched(_ count: Int, on: Bool) -> String {
      "\(Words.count(count, "person is", "people are")) \(on ? "on" : "off") duty."
    }
    static func busy(_ names: String) -> String {
      "An incident is theirs, so they stay as they are: \(names)."
    }
    static func changed(_ count: Int) -> String {
      "\(Words.count(count, "person is", "people are")) changed."
    }
    static func select(_ name: String) -> String { "Select \(name)" }
    static func everybody(_ count: String) -> String { "Everybody who matches: \(count)" }
    static let noRegion = "No region"
    static let chooseProfile = "Choose a profile of the workspace."
    static let anyState = "Active or not"
    static let states = [
      ("active", "Active"), ("inactive", "Inactive"), ("unheard", "Never heard"),
      ("unpushed", "Without push"),
    ]
  }
}
