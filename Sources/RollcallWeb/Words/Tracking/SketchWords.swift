extension Words {
  enum Sketch {
    static func about(_ count: Int, doubted: Int, width: String) -> String {
      "\(Words.count(count, "position", "positions")) around that time, \(Words.grouped(doubted)) of them suspicious; the picture is \(width) across."
    }
  }
}
