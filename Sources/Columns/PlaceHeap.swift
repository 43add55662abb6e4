/// Places of rows, the nearest one first, each with the number of its run. A binary heap.
struct PlaceHeap {
  private var items: [(place: RowPlace, run: Int)] = []

  /// The nearest.
  var first: (place: RowPlace, run: Int)? { items.first }

  mutating func insert(_ place: RowPlace, _ run: Int) {
    items.append((place, run))
    var child = items.count - 1
    while child > 0, items[child].place < items[(child - 1) / 2].place {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Puts the next place of the nearest one's run in its place; `nil` = the run is over.
  mutating func replaceFirst(by place: RowPlace?) {
    guard let run = items.first?.run else { return }
    if let place {
      items[0] = (place, run)
    } else {
      items.swapAt(0, items.count - 1)
      items.removeLast()
    }
    var parent = 0
    while true {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      guard left < items.count else { return }
      let child = right < items.count && items[right].place < items[left].place ? right : left
      guard items[child].place < items[parent].place else { return }
      items.swapAt(child, parent)
      parent = child
    }
  }
}
