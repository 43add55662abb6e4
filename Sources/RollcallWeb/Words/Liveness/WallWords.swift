extension Words {
  enum Wall {
    static func moreAlerts(_ count: Int) -> String {
      count > 0 ? "and \(Words.count(count, "more alert", "more alerts"))" : ""
    }
    static func moreIncidents(_ count: Int) -> String {
      count > 0 ? "and \(Words.count(count, "more incident", "more incidents"))" : ""
    }
    static func page(_ page: Int, of pages: Int) -> String { "Page \(page) of \(pages)" }
  }
}
