import HTTPServer
import Rollcall
import RollcallStore

extension Door {
  /// Whether the sender of a console request may still get the answer: their login or key, their membership
  /// and their role may end while a long one is being sent.
  func stillAllowed(
    _ request: Request, _ permission: Permission, screens: Bool
  ) -> @Sendable () -> Bool {
    var head = request
    head.body = []
    head.finding = nil
    return { [self, head] in
      do throws(StoreError) {
        // A download counts as use of the console.
        guard let visitor = try identify(head) ?? nil else { return false }
        return visitor.role.allows(permission) && (screens || !visitor.isScreen)
      } catch {
        // Nothing can be read just now, so there is nothing more to hand over either; it is asked again.
        return true
      }
    }
  }
}
