/// The values of one column in memory.
struct Column: Sendable {
  enum Form {
    /// It was not decoded.
    case missing
    /// Every row is NULL.
    case nulls
    /// Every row is `value`.
    case same
    /// Each row has a word; those that are NULL are marked.
    case words
  }

  private(set) var form = Form.missing
  /// Of the form `same`.
  private(set) var value: Int64 = 0
  /// Of the form `words`: integers, or doubles as `decimals` says; 0 where NULL.
  private(set) var words: [Int64] = []
  /// Of the form `words`: which rows are NULL; empty = none.
  private(set) var isNull: [Bool] = []
  /// Of doubles: how many decimals the words have, or `DecimalScale.bits`. Of integers 0.
  private(set) var decimals = 0

  static let missing = Column()
  static let nulls: Column = {
    var column = Column()
    column.form = .nulls
    return column
  }()

  private init() {}

  init(same value: Int64, decimals: Int = 0) {
    (form, self.value, self.decimals) = (.same, value, decimals)
  }

  init(_ words: [Int64], isNull: [Bool] = [], decimals: Int = 0) {
    (form, self.words, self.isNull, self.decimals) = (.words, words, isNull, decimals)
  }

  /// `count` integers of which none is NULL.
  @inline(__always)
  init(_ count: Int, _ value: (Int) -> Int64) {
    let first = count > 0 ? value(0) : 0
    var index = 1
    while index < count, value(index) == first { index &+= 1 }
    if index >= count {
      self.init(same: first)
    } else {
      self.init(
        [Int64](unsafeUninitializedCapacity: count) { memory, initialized in
          for index in 0..<count { memory.initializeElement(at: index, to: value(index)) }
          initialized = count
        })
    }
  }

  /// `count` integers.
  @inline(__always)
  init(_ count: Int, optional value: (Int) -> Int64?) {
    let first = count > 0 ? value(0) : nil
    var (index, nulls) = (1, false)
    while index < count, value(index) == first { index &+= 1 }
    if index >= count {
      if let first { self.init(same: first) } else { self = .nulls }
      return
    }
    let words = [Int64](unsafeUninitializedCapacity: count) { memory, initialized in
      for index in 0..<count {
        let word = value(index)
        if word == nil { nulls = true }
        memory.initializeElement(at: index, to: word ?? 0)
      }
      initialized = count
    }
    self.init(words, isNull: nulls ? (0..<count).map { value($0) == nil } : [])
  }

  /// `count` doubles.
  @inline(__always)
  init(_ count: Int, double value: (Int) -> Double?) {
    self.init(count, optional: { value($0).map { Int64(bitPattern: $0.bitPattern) } })
    fit()
  }

  /// Of doubles' bits: decimals in place of them, where all have some.
  private mutating func fit() {
    switch form {
    case .missing, .nulls: break
    case .same:
      let double = Double(bitPattern: UInt64(bitPattern: value))
      decimals = DecimalScale.decimals(of: double, atLeast: 0) ?? DecimalScale.bits
      if decimals >= 0 { value = DecimalScale.whole(double, DecimalScale.powers[decimals]) ?? value }
    case .words:
      let isNull = isNull
      decimals = DecimalScale.fit(&words) { isNull.isEmpty || !isNull[$0] }
    }
  }

  /// Whether the words are numbers that doubles can be written as.
  var isSound: Bool {
    decimals < 0 || DecimalScale.isWhole(value) && words.allSatisfy(DecimalScale.isWhole)
  }

  /// Whether every row has a value.
  var hasAll: Bool { form == .same || form == .words && isNull.isEmpty }

  @inline(__always)
  private func word(_ row: Int) -> Int64? {
    switch form {
    case .same: value
    case .nulls: nil
    // When the column was not decoded, every row is out of range.
    case .words, .missing: isNull.isEmpty || !isNull[row] ? words[row] : nil
    }
  }

  @inline(__always)
  func integer(_ row: Int) -> Int64? { word(row) }

  @inline(__always)
  func double(_ row: Int) -> Double? { word(row).map { DecimalScale.double($0, decimals: decimals) } }

  /// Calls `body` with each of `count` rows that is not NULL and its word.
  @inline(__always)
  func each(_ count: Int, _ body: (Int, Int64) -> Void) {
    switch form {
    case .nulls: break
    case .same: for row in 0..<count { body(row, value) }
    case .words, .missing:
      for row in 0..<count where isNull.isEmpty || !isNull[row] { body(row, words[row]) }
    }
  }

  /// A word for each of `count` rows, 0 where NULL.
  func words(_ count: Int) -> [Int64] {
    switch form {
    case .missing, .words: words
    case .nulls: [Int64](repeating: 0, count: count)
    case .same: [Int64](repeating: value, count: count)
    }
  }

  // MARK: Joining

  /// Appends the rows of a column of the same kind.
  ///
  /// - Parameters:
  ///   - count: how many rows this one has, at least one.
  ///   - more: how many the other one has, at least one.
  mutating func append(_ other: Column, _ count: Int, _ more: Int) {
    if form != .words, form == other.form, value == other.value, decimals == other.decimals { return }
    if form == .missing || other.form == .missing {
      self = .missing
      return
    }
    spread(count, decimals: form == .nulls ? other.decimals : decimals)
    if other.form == .nulls {
      mark(count)
      isNull += repeatElement(true, count: more)
      words += repeatElement(0, count: more)
    } else if other.decimals == decimals || raise(to: other.decimals) {
      appendWords(of: other, count, more)
    } else {
      var other = other
      if !other.raise(to: decimals) { (self, other) = (asBits(), other.asBits()) }
      appendWords(of: other, count, more)
    }
  }

  /// Gives each of `count` rows a word of its own.
  private mutating func spread(_ count: Int, decimals: Int) {
    if form == .words { return }
    if form == .nulls { isNull = [Bool](repeating: true, count: count) }
    words = [Int64](repeating: value, count: count)
    (form, value, self.decimals) = (.words, 0, decimals)
  }

  /// Makes room for marks of NULLs.
  private mutating func mark(_ count: Int) {
    if isNull.isEmpty { isNull = [Bool](repeating: false, count: count) }
  }

  private mutating func appendWords(of other: Column, _ count: Int, _ more: Int) {
    if !other.isNull.isEmpty {
      mark(count)
      isNull += other.isNull
    } else if !isNull.isEmpty {
      isNull += repeatElement(false, count: more)
    }
    if other.form == .same {
      words += repeatElement(other.value, count: more)
    } else {
      words += other.words
    }
  }

  /// Converts to more decimals; `false` and unchanged when there are none, or a number grows too large.
  private mutating func raise(to more: Int) -> Bool {
    guard decimals >= 0, more > decimals, DecimalScale.extend(&words, &value, by: more - decimals) else {
      return false
    }
    decimals = more
    return true
  }

  /// Doubles' words as their bits.
  func asBits() -> Column {
    guard decimals >= 0 else { return self }
    var column = self
    column.value = Int64(bitPattern: DecimalScale.double(value, decimals: decimals).bitPattern)
    DecimalScale.unfit(&column.words, decimals: decimals)
    column.decimals = DecimalScale.bits
    return column
  }

  /// The rows with these numbers, in this order.
  func picked(_ rows: some Collection<Int>) -> Column {
    guard form == .words else { return self }
    if let range = rows as? Range<Int> { return part(range) }
    guard !isNull.isEmpty else { return Column(rows.map { words[$0] }, decimals: decimals) }
    let nulls = rows.map { isNull[$0] }
    if !nulls.contains(false) { return .nulls }
    return Column(rows.map { words[$0] }, isNull: nulls.contains(true) ? nulls : [], decimals: decimals)
  }

  /// Of the form `words`: the rows of a range.
  private func part(_ range: Range<Int>) -> Column {
    let (words, nulls) = (Array(words[range]), isNull.isEmpty ? [] : Array(isNull[range]))
    if !nulls.isEmpty, !nulls.contains(false) { return .nulls }
    return Column(words, isNull: nulls.contains(true) ? nulls : [], decimals: decimals)
  }

  /// The same values in canonical form, so that equal columns get equal bytes.
  func normalized() -> Column {
    var column = self
    if form == .words, isNull.isEmpty, let first = words.first, words.allSatisfy({ $0 == first }) {
      column = Column(same: first, decimals: decimals)
    }
    if column.decimals > 0, column.hasLongWords { column = column.asBits() }
    if column.decimals < 0 { column.fit() }
    if column.decimals > 0 { column.shorten() }
    return column
  }

  /// Whether there are words of more than 15 digits. Only up to 15 digits does a double stand for exactly one
  /// decimal number.
  private var hasLongWords: Bool {
    form == .same ? DecimalScale.isLong(value) : words.contains(where: DecimalScale.isLong)
  }

  /// Removes decimals that are zero everywhere.
  private mutating func shorten() {
    if form == .words {
      decimals = DecimalScale.shorten(&words, decimals: decimals)
    } else {
      while decimals > 0, value % 10 == 0 {
        value /= 10
        decimals -= 1
      }
    }
  }
}
