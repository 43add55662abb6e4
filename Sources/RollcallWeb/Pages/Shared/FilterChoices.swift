import Rollcall

// Choices in the filters of several pages.
extension Choice {
  static func regions(_ names: [String], chosen: String) -> [Choice] {
    list(names.map { ($0, $0) }, chosen: chosen, all: Words.Lists.allRegions)
  }

  static func profiles(_ names: [String], chosen: String) -> [Choice] {
    list(names.map { ($0, Words.capitalized($0)) }, chosen: chosen, all: Words.Lists.allProfiles)
  }

  static func statuses(_ statuses: [Status], chosen: Status?) -> [Choice] {
    list(statuses.map { ($0.rawValue, $0.label) }, chosen: chosen?.rawValue ?? "", all: Words.Lists.anyStatus)
  }
}

extension FilterOptions {
  static var flags: Words { DoubtFlags.words.map { ($0.word, FlagMark($0.word).label) } }
}
