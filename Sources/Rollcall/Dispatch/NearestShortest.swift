/// The shortest of many lengths, up to a number: a heap with the longest on top.
struct Shortest {
  private let limit: Int
  private var heap: [(length: Double, index: Int)] = []

  /// Only a length below this enters.
  private(set) var bar = Double.infinity

  /// Keeps at most `limit`, which is at least 1.
  init(_ limit: Int) { self.limit = limit }

  /// The owners of the lengths, in no order.
  var indices: [Int] { heap.map(\.index) }

  /// Adds a length below the bar.
  mutating func put(_ length: Double, _ index: Int) {
    if heap.count < limit {
      heap.append((length, index))
      rise(from: heap.count - 1)
    } else {
      heap[0] = (length, index)
      sink()
    }
    if heap.count == limit { bar = heap[0].length }
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, heap[(place - 1) / 2].length < heap[place].length {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      let left = 2 * place + 1
      guard left < heap.count else { return }
      let right = left + 1
      let longer = right < heap.count && heap[right].length > heap[left].length ? right : left
      guard heap[longer].length > heap[place].length else { return }
      heap.swapAt(place, longer)
      place = longer
    }
  }
}
