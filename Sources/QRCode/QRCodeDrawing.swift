extension QRCode {
  /// The margin that a reader needs, in modules.
  private static let margin = 4

  /// The code as an SVG document of its own, dark on white in every colour scheme. Without style or script, so that any
  /// content policy lets it be shown as an image.
  public var svg: String {
    let side = size + 2 * Self.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path fill="#000" d="\(path)"/></svg>

      """
  }

  /// A rectangle for each run of dark modules in a row.
  private var path: String {
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

  /// How many dark modules follow each other.
  private func run(from column: Int, row: Int) -> Int {
    var length = 0
    while isDark(column: column + length, row: row) { length += 1 }
    return length
  }
}
