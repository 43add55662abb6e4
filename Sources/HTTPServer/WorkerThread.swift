import Glibc

/// A detached thread that runs one function to its end.
enum WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts the thread; false when the system has none left.
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 2 << 20)
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    guard pthread_create(&thread, &attributes, workerMain, body.toOpaque()) == 0 else {
      body.release()
      return false
    }
    return true
  }

  fileprivate static func main(_ context: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}

private func workerMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { WorkerThread.main(context) }
  return nil
}
