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
        // The database cannot be read now, so no further data can be sent either; it is checked again.
        return true
      }
    }
  }
}
