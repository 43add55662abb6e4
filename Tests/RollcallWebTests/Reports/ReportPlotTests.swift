import Testing

@testable import RollcallWeb

@Suite("The pictures of reports")
struct ReportPlotTests {
  private func plot(_ rows: [(name: String, values: [Double])]) -> ReportPlot? {
    ReportPlot("By person", ["Online", "Offline"], rows) { "\(Int($0)) s" }
  }

  @Test("the longest bar fills the box, each part follows the one before, numbers stand beside")
  func bars() throws {
    let plot = try #require(self.plot([("Ana", [30, 10]), ("Bo", [0, 20]), ("Eva", [0, 0])]))
    #expect(plot.keys.map(\.label) == ["Online", "Offline"])
    #expect(plot.bars.map(\.name) == ["Ana", "Bo", "Eva"])
    #expect(plot.bars.map { $0.pieces.map(\.x) } == [["0.00", "75.00"], ["0.00"], []])
    #expect(plot.bars.map { $0.pieces.map(\.width) } == [["75.00", "25.00"], ["50.00"], []])
    #expect(plot.bars[0].pieces[1].fill == plot.bars[1].pieces[0].fill, "a part has one shade")
    #expect(plot.bars[1].numbers.map { "\($0.part) \($0.text)" } == ["Online 0 s", "Offline 20 s"])
  }

  @Test("the sum of those beyond the limit is said, and makes no bar short")
  func others() throws {
    let plot = try #require(self.plot((0..<30).map { ("Person \($0)", [10, 0]) }))
    #expect(plot.bars.count == 25 && plot.bars[0].pieces.map(\.width) == ["100.00"])
    let last = try #require(plot.bars.last)
    #expect(last.name == "Others" && last.pieces.isEmpty && last.numbers.map(\.text) == ["60 s", "0 s"])
  }

  @Test("without anything to show there is no picture")
  func nothing() {
    #expect(plot([]) == nil && plot([("Ana", [0, 0])]) == nil)
  }
}
