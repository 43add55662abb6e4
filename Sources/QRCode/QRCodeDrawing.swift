extension QRCode {
  /// The margin that a reader needs, in modules.
  private static let margin = 4

  /// Modules of a side with the margin: the size of the drawing's coordinate system.
  public var side: Int { size + 2 * Self.margin }

  /// The code as a complete SVG document, dark on white in every colour scheme. Without style or script, so
  /// that any content policy allows it as an image.
  public var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
    <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" d="\(path)"/></svg>

    """
  }

  /// The dark modules as the data of an SVG path, with the margin: a rectangle for each run in a row.
  public var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let length = run(from: column, row: row)
        if length > 0 { path += "M\(column + Self.margin) \(row + Self.margin)h\(length)v1h-\(length)z" }
        column += max(length, 1)
      }
    }
    return path
  }

  /// How many consecutive dark modules begin here.
  private func run(from column: Int, row: Int) -> Int {
    var length = 0
    while isDark(column: column + length, row: row) { length += 1 }
    return length
  }
}
