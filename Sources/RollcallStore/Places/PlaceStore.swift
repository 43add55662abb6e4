import Foundation
public import Rollcall
import SQL
import Synchronization

/// The addresses of each workspace.
public struct PlaceStore: StorePart {
  let store: Store
}

extension Store {
  /// The addresses of each workspace.
  public var places: PlaceStore { PlaceStore(store: self) }
}

/// The open gazetteers of all workspaces, in a folder beside the database.
final class AddressFiles: Sendable {
  private let folder: String
  /// `nil` = the workspace has none.
  private let open = Mutex<[Workspace.ID: AddressFile?]>([:])

  init(database: String) { folder = database + ".addresses" }

  /// A workspace's file; `nil` = it has none, or it cannot be read.
  func file(of workspace: Workspace.ID) -> AddressFile? {
    open.withLock { all in
      if let known = all[workspace] { return known }
      let file = try? AddressFile(path(of: workspace))
      all[workspace] = .some(file)
      return file
    }
  }

  /// Puts a finished file in the place of the workspace's.
  ///
  /// - Throws: `StoreError.invalid` for a file that is not complete.
  func adopt(_ draft: String, for workspace: Workspace.ID) throws -> AddressCount {
    let count = try AddressFile(draft).count
    guard rename(draft, path(of: workspace)) == 0 else {
      throw StoreError.unavailable("\(draft) cannot be renamed: \(String(cString: strerror(errno)))")
    }
    forget(workspace)
    return count
  }

  /// Removes a workspace's file. Returns whether there was one.
  func remove(_ workspace: Workspace.ID) -> Bool {
    let isRemoved = unlink(path(of: workspace)) == 0
    forget(workspace)
    return isRemoved
  }

  private func forget(_ workspace: Workspace.ID) { open.withLock { _ = $0.removeValue(forKey: workspace) } }

  private func path(of workspace: Workspace.ID) -> String { "\(folder)/\(workspace.rawValue).db" }

  /// The path of a new file. The folder is made.
  ///
  /// - Throws: `StoreError.unavailable`.
  static func newDraft(database: String) throws(StoreError) -> String {
    let folder = database + ".addresses"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw .unavailable("\(folder) cannot be made: \(String(cString: strerror(errno)))")
    }
    return "\(folder)/\(UInt64.random(in: .min ... .max)).new"
  }

  /// Whether a path is that of a draft in this folder.
  func isDraft(_ path: String) -> Bool {
    let name = path.dropFirst(folder.utf8.count + 1)
    return path.hasPrefix(folder + "/") && path.hasSuffix(".new") && !name.utf8.contains(UInt8(ascii: "/"))
  }
}

extension PlaceStore {
  /// Begins a gazetteer beside a database, also in another process than the server's.
  public static func beginAddresses(database: String) throws(StoreError) -> AddressDraft {
    try AddressDraft(AddressFiles.newDraft(database: database))
  }

  /// How much a workspace's gazetteer holds; `nil` = it has none. Blocks.
  public func addressCount(of workspace: Workspace.ID) -> AddressCount? {
    store.addressFiles.file(of: workspace)?.count
  }

  /// The addresses and streets of a workspace that fit best; none without a gazetteer. Blocks.
  public func addresses(
    _ query: AddressQuery, of workspace: Workspace.ID, limit: Int
  ) throws(StoreError) -> [FoundAddress] {
    guard let file = store.addressFiles.file(of: workspace) else { return [] }
    do { return try file.find(query, limit: limit) } catch { throw StoreError(error) }
  }

  /// Where the gazetteer has a town of a folded name, or a street when no town is called so; none without a gazetteer.
  /// Blocks.
  public func towns(_ name: String, of workspace: Workspace.ID) throws(StoreError) -> [Position] {
    guard let file = store.addressFiles.file(of: workspace) else { return [] }
    do { return try file.towns(name) } catch { throw StoreError(error) }
  }

  /// Puts a finished gazetteer in the place of the one that the workspace has. Blocks.
  ///
  /// - Throws: `invalid` for a file that no import has finished.
  @discardableResult
  public func adopt(_ draft: String, in scope: Scope) throws(StoreError) -> AddressCount {
    guard store.addressFiles.isDraft(draft) else { throw .invalid("this is no import of addresses") }
    let (actor, workspace) = (scope.actor, scope.workspace)
    do throws(StoreError) {
      return try write(scope) { transaction in
        let count = try store.addressFiles.adopt(draft, for: workspace)
        try transaction.audit(
          actor, "addresses.import", subject: "workspace",
          detail: "\(count.addresses) addresses in \(count.streets) streets", in: workspace)
        return count
      }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Removes the gazetteer of a workspace.
  ///
  /// - Throws: `notFound` when it has none.
  public func removeAddresses(in scope: Scope) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      guard store.addressFiles.remove(workspace) else { throw StoreError.notFound("addresses") }
      try transaction.audit(actor, "addresses.remove", subject: "workspace", in: workspace)
    }
  }
}
