/// Cuts a message to the size that providers accept.
enum Fitting {
  /// The limit of every provider for one message, in bytes; the address not counted.
  static let limit = 4_096

  /// The document with as much of the text as fits: the body is cut first, then the title, never inside a
  /// scalar, and ends with an ellipsis. `nil` when it does not fit even without text.
  ///
  /// - Parameter render: the document with a title and a body; more text must not make it shorter.
  static func fit(
    _ message: PushMessage, within limit: Int, _ render: (_ title: String, _ body: String) -> [UInt8]
  ) -> [UInt8]? {
    let whole = render(message.title, message.body)
    if whole.count <= limit { return whole }
    return longest(message.body, within: limit) { render(message.title, $0) }
      ?? longest(message.title, within: limit) { render($0, "") }
  }

  private static func longest(
    _ text: String, within limit: Int, _ render: (String) -> [UInt8]
  ) -> [UInt8]? {
    let scalars = Array(text.unicodeScalars)
    var fits: [UInt8]?
    var (low, high) = (0, scalars.count)
    while low < high {
      let middle = (low + high) / 2
      let document = render(cut(scalars, to: middle))
      if document.count <= limit {
        fits = document
        low = middle + 1
      } else {
        high = middle
      }
    }
    return fits
  }

  private static func cut(_ scalars: [Unicode.Scalar], to count: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix(count))
    return String(text) + "…"
  }
}
