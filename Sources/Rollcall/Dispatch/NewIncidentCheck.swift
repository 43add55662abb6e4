extension NewIncident {
  /// Checks one field after the other and collects the problems.
  struct Check {
    private(set) var problems: [Problem] = []

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
      _ text: String?, _ field: Field, default word: Word
    ) -> Word? {
      guard let text = filled(text) else { return word }
      if let word = Word(rawValue: text) { return word }
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      refuse(field, "range", "\(field.rawValue) must be one of \(words)")
      return nil
    }

    mutating func title(_ text: String?) -> String? {
      guard let title = filled(text) else {
        refuse(.title, "required", "A title is needed")
        return nil
      }
      guard title.utf8.count <= NewIncident.titleLimit else {
        refuse(.title, "range", "The title must have \(NameLimits.words(upTo: NewIncident.titleLimit))")
        return nil
      }
      guard !title.unicodeScalars.contains(where: isControl) else {
        refuse(.title, "format", "The title must be one line without control characters")
        return nil
      }
      return title
    }

    mutating func place(_ input: PlaceInput) -> Position? {
      switch input {
      case .position(let position): return position
      case .text(let text):
        do throws(PlaceProblem) { return try Place.read(text) } catch {
          refuse(.place, error.rule, error.words)
          return nil
        }
      }
    }

    mutating func notes(_ text: String?) -> String? {
      guard let notes = filled(text).map(withPlainNewlines) else { return nil }
      if notes.utf8.count > NewIncident.notesLimit {
        refuse(.notes, "range", "The notes must have \(NameLimits.words(upTo: NewIncident.notesLimit))")
      } else if notes.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" && $0 != "\t" }) {
        refuse(.notes, "format", "The notes must not have control characters")
      }
      return notes
    }

    mutating func region(_ text: String?) -> String? {
      guard let region = filled(text) else { return nil }
      if region.unicodeScalars.count > NewIncident.regionLimit {
        refuse(.region, "range", "A region's name has at most \(NewIncident.regionLimit) characters")
      }
      return region
    }

    mutating func needs(_ lines: [Needs.Line]) -> Needs? {
      guard !lines.isEmpty else { return .onePerson }
      do throws(NeedsProblem) { return try Needs(lines) } catch {
        refuse(.needs, "range", error.words)
        return nil
      }
    }

    private mutating func refuse(_ field: Field, _ rule: String, _ words: String) {
      problems.append(Problem(field: field, rule: rule, words: words))
    }

    /// The text without blanks around it; `nil` when it is empty.
    private func filled(_ text: String?) -> String? {
      guard let scalars = text?.unicodeScalars else { return nil }
      let start = scalars.drop { $0.properties.isWhitespace }
      let end = start.reversed().drop { $0.properties.isWhitespace }
      return end.isEmpty ? nil : String(String.UnicodeScalarView(end.reversed()))
    }

    /// Browsers send CR LF from a text area; three ways to end a line would be three different texts.
    private func withPlainNewlines(_ text: String) -> String {
      var result = String.UnicodeScalarView()
      var previous: Unicode.Scalar = " "
      for scalar in text.unicodeScalars {
        if scalar == "\r" {
          result.append("\n")
        } else if scalar != "\n" || previous != "\r" {
          result.append(scalar)
        }
        previous = scalar
      }
      return String(result)
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isControl || scalar.value == 0x2028 || scalar.value == 0x2029
    }
  }
}

extension PlaceProblem {
  /// The rule broken by a text that is not a place.
  fileprivate var rule: String {
    switch self {
    case .empty: "required"
    case .tooLong, .latitude, .longitude: "range"
    case .notAPlace, .decimalComma, .unknownReferenceSystem, .unknownLink, .gridReference: "format"
    }
  }
}
