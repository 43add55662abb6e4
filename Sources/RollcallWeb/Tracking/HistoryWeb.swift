import HTTPServer
import HTTPTypes
import Rollcall

/// The positions of a time.
struct HistoryWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/history", .viewHistory, lane: .slow, history),
      door.console(.get, "/w/{ws}/history.json", .viewHistory, historyJSON),
      door.console(.get, "/w/{ws}/history.csv", .exportHistory, historyCSV),
    ]
  }
}

extension Web {
  var history: HistoryWeb { HistoryWeb(web: self) }
}
