import Dispatch
public import Rollcall
import RollcallStore
import Synchronization

extension RunningServer {
  /// The code that SMS would bring to a person who wants to log in; `nil` = an unknown number, or too many
  /// requests. Blocks. For the simulated people of a demo: no message is sent.
  public func code(for number: PhoneNumber) throws -> String? { try store.code(for: number) }
}

extension Store {
  /// Begins a login and returns its code. Blocks.
  func code(for number: PhoneNumber) throws -> String? {
    let ready = DispatchSemaphore(value: 0)
    let told = Mutex<Result<OTPMessage?, StoreError>?>(nil)
    phones.requestOTP(number, device: nil, network: "demo") { result in
      told.withLock { $0 = result }
      ready.signal()
    }
    ready.wait()
    guard let told = told.withLock({ $0 }) else { throw StoreError.unavailable("no answer") }
    return try told.get()?.code
  }
}
