import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Door {
  /// Where a filter that was typed into a page leads: the same page with days, times, people and columns as links have them.
  /// `nil` for every other request. So one link means the same in a page, its files and a colleague's browser.
  func plainTarget(_ request: Request, of visitor: Visitor) throws(StoreError) -> String? {
    guard request.method == .get, !Self.isForPrograms(request) else { return nil }
    let asked = request.query.pairs
    let shaped = TypedShape.plain(asked)
    let plain = TypedSpan.plain(shaped ?? asked) ?? shaped
    let named = (plain ?? asked).filter { $0.name.hasSuffix(Self.named) }
    guard plain != nil || !named.isEmpty else { return nil }
    let people = named.isEmpty ? [] : try store.fleet.roster(of: visitor.workspace.id).map(\.responder)
    var query = URLQuery()
    for (name, value) in plain ?? asked {
      guard name.hasSuffix(Self.named) else {
        query.add(name, value)
        continue
      }
      query.add(String(name.dropLast(Self.named.count)), Self.person(value, among: people))
    }
    return query.link(request.path)
  }

  /// The end of the name of a field in which a person is named.
  static let named = "_named"

  /// The person's id; a text that means no one, or several, is left as it is for the page to say so.
  private static func person(_ text: String, among people: [Responder]) -> String {
    if case .one(let id) = NamedPerson(text, among: people) { "\(id.rawValue)" } else { text }
  }
}

extension FormFields {
  /// The person of a field: their id, or the typed text when it means no one or several.
  func person(_ field: String, among people: () throws(StoreError) -> [Responder]) throws(StoreError)
    -> String
  {
    guard let text = self[field + Door.named], !text.utf8.isEmpty else { return self[field] ?? "" }
    if case .one(let id) = NamedPerson(text, among: try people()) { return "\(id.rawValue)" }
    return text
  }
}
