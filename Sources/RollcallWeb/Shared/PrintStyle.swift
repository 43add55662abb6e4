import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// The style sheet of printed pages: only a style sheet can write into the margins of every page, so this one says
/// where, when and by whom the page was opened. On the first sheet a line above the page says it, which browsers
/// without boxes in margins print, too. It is made for each page that is opened.
struct PrintStyle: WebPart {
  let web: Web

  var routes: [Route] { [door.console(.get, "/w/{ws}/print.css", .viewPeople, show)] }

  /// `GET /w/{ws}/print.css`
  @Sendable func show(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let time = StatementTime(
      Zone.pageClock(workspace.timeZone, now: now, isTicking: false), TimeSpan(from: now, to: now))
    let css = Self.css(
      place: workspace.name, instant: Words.Printed.instant(time.full(now), workspace.timeZone),
      name: Words.Printed.by(asked.visitor.name))
    return Response(.ok, headers: [.contentType: "text/css; charset=utf-8"], body: .bytes(Array(css.utf8)))
  }

  static func css(place: String, instant: String, name: String) -> String {
    let (place, instant, name) = (quoted(place), quoted(instant), quoted(name))
    return """
      @page {
        @top-left { content: \(place); }
        @top-right { content: \(instant); }
        @bottom-left { content: \(name); }
        @bottom-right { content: \(quoted(Words.Printed.page)) counter(page) \(quoted(Words.Printed.of)) counter(pages); }
      }
      @page :first { @top-left { content: none; } @top-right { content: none; } @bottom-left { content: none; } }
      .printed::before { content: \(place) " · " \(instant) " · " \(name); }

      """
  }

  /// A text as a string of CSS. Everything but letters and digits of ASCII is escaped, so no name can end the string.
  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> String in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == " ")
      return isPlain ? String(scalar) : "\\\(String(scalar.value == 0 ? 0xFFFD : scalar.value, radix: 16)) "
    }
    return "\"\(scalars.joined())\""
  }
}
