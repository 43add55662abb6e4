/// Reads coordinates in degrees, minutes and seconds, and decimal ones with the letters of their hemispheres:
/// `46°03′04.0″N 14°30′22.4″E`, `46 3 4 N, 14 30 22.4 E`, `N46° 3.067' E14° 30.373'`, `46.0511 N 14.5051 E`.
///
/// Total: any text is a place or none. Two coordinates, each of one to three numbers, the later ones below 60; only the
/// last may have decimals. Letters stand before both or after both; without letters, signs of degrees tell the two apart.
enum DegreesMinutes {
  private enum Token: Equatable {
    case number(Double, isWhole: Bool, isNegative: Bool)
    case hemisphere(UInt8)
    case degrees, minutes, seconds, comma
  }

  private struct Coordinate {
    var numbers: [(value: Double, isWhole: Bool, isNegative: Bool)] = []
    var hemisphere: UInt8?
    var hasDegrees = false

    /// The degrees; `nil` when the numbers are out of their ranges.
    var degrees: Double? {
      guard let first = numbers.first, numbers.count <= 3,
        numbers.dropLast().allSatisfy(\.isWhole),
        numbers.dropFirst().allSatisfy({ !$0.isNegative && $0.value < 60 }),
        !(first.isNegative && hemisphere != nil)
      else { return nil }
      var (sum, part) = (0.0, 1.0)
      for number in numbers {
        sum += number.value / part
        part *= 60
      }
      let isMinus = first.isNegative || hemisphere == UInt8(ascii: "S") || hemisphere == UInt8(ascii: "W")
      return isMinus ? -sum : sum
    }
  }

  /// The position that a text names; `nil` when it is not written this way.
  static func read(_ text: String) -> Position? {
    guard text.utf8.count <= Place.limit, let tokens = tokens(text), let pair = split(tokens),
      let first = pair.0.degrees, let second = pair.1.degrees
    else { return nil }
    let isEastFirst = pair.0.hemisphere.map { [UInt8(ascii: "E"), UInt8(ascii: "W")].contains($0) } ?? false
    if let one = pair.0.hemisphere, let other = pair.1.hemisphere {
      let isLongitude = [UInt8(ascii: "E"), UInt8(ascii: "W")].contains(other)
      guard isLongitude != isEastFirst, one != other else { return nil }
    }
    return isEastFirst
      ? Position(latitude: second, longitude: first) : Position(latitude: first, longitude: second)
  }

  private static func split(_ tokens: [Token]) -> (Coordinate, Coordinate)? {
    let letters = tokens.indices.filter { if case .hemisphere = tokens[$0] { true } else { false } }
    let border: Int
    switch letters.count {
    case 2:
      // Before both, or after both.
      if letters[0] == 0 {
        border = letters[1]
      } else if letters[1] == tokens.count - 1 {
        border = letters[0] + 1
      } else {
        return nil
      }
    case 0:
      if let comma = tokens.firstIndex(of: .comma) {
        border = comma
      } else if let second = tokens.indices.filter({ tokens[$0] == .degrees }).dropFirst().first, second > 0 {
        border = second - 1
      } else {
        return nil
      }
      guard tokens.contains(.degrees) else { return nil }
    default: return nil
    }
    guard let first = coordinate(tokens[..<border]), let second = coordinate(tokens[border...]) else {
      return nil
    }
    return (first, second)
  }

  private static func coordinate(_ tokens: ArraySlice<Token>) -> Coordinate? {
    var found = Coordinate()
    for token in tokens {
      switch token {
      case .number(let value, let isWhole, let isNegative): found.numbers.append((value, isWhole, isNegative))
      case .hemisphere(let letter):
        guard found.hemisphere == nil else { return nil }
        found.hemisphere = letter
      case .degrees:
        guard found.numbers.count == 1, !found.hasDegrees else { return nil }
        found.hasDegrees = true
      case .minutes: guard found.numbers.count == 2 else { return nil }
      case .seconds: guard found.numbers.count == 3 else { return nil }
      // Between the coordinates, wherever the border is drawn.
      case .comma: continue
      }
    }
    return found.numbers.isEmpty ? nil : found
  }

  private static func tokens(_ text: String) -> [Token]? {
    var (tokens, number): ([Token], String) = ([], "")
    func flush() -> Bool {
      guard !number.isEmpty else { return true }
      defer { number = "" }
      let isNegative = number.utf8.first == UInt8(ascii: "-")
      let digits = isNegative ? String(number.dropFirst()) : number
      guard let value = DecimalText.double(digits), value <= 360 else { return false }
      tokens.append(.number(value, isWhole: !digits.utf8.contains(UInt8(ascii: ".")), isNegative: isNegative))
      return true
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9", ".":
        number.unicodeScalars.append(scalar)
        continue
      case "-", "−":
        guard number.isEmpty else { return nil }
        number = "-"
        continue
      default: break
      }
      guard flush() else { return nil }
      switch scalar {
      case "°", "º": tokens.append(.degrees)
      case "'", "′", "’":
        if tokens.last == .minutes { tokens[tokens.count - 1] = .seconds } else { tokens.append(.minutes) }
      case "\"", "″", "”": tokens.append(.seconds)
      case ",", ";": tokens.append(.comma)
      case "N", "S", "E", "W": tokens.append(.hemisphere(UInt8(truncatingIfNeeded: scalar.value)))
      case "n", "s", "e", "w": tokens.append(.hemisphere(UInt8(truncatingIfNeeded: scalar.value) &- 32))
      case " ", "\t", "\u{A0}": continue
      default: return nil
      }
    }
    return flush() && !tokens.isEmpty ? tokens : nil
  }
}
