import Rollcall

/// Sleepers by wake time: a binary heap, the first to wake on top; of equal times, the first to fall asleep.
struct SleepQueue {
  private var heap: [(wake: Timestamp, id: UInt64)] = []

  /// When the first one wakes; `nil` when the queue is empty.
  var first: (wake: Timestamp, id: UInt64)? { heap.first }
  /// How many sleep, including those who were woken otherwise.
  var count: Int { heap.count }

  mutating func insert(_ wake: Timestamp, _ id: UInt64) {
    heap.append((wake, id))
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard !heap.isEmpty else { return }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let child = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }

  /// Removes those for whom `isAwake` is true, when there are too many.
  mutating func tidy(isAwake: (UInt64) -> Bool) {
    let left = heap.filter { !isAwake($0.id) }
    heap = left.sorted { $0 < $1 }
  }
}
