import HTTPServer
import HTTPTypes
import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

/// Somebody who is logged in, with a password of their own.
struct AccountDesk {
  let web: TestWeb
  let member: Member.ID
  let cookie: String
  let token: String

  static let password = "correct horse"
  /// Made once: it takes its time on purpose.
  private static let hash = (try? PasswordHasher().hash(password)) ?? ""

  init(_ web: TestWeb, _ role: Role = .owner, email: String = "dora@example.org") throws {
    self.web = web
    member = try web.store.accounts.addMember(
      email: email, passwordHash: Self.hash, role: role, slug: "north")
    guard case .begun(let cookies) = try web.store.accounts.login(member, from: LoginBrowser()) else {
      throw StoreError.notFound("login")
    }
    cookie = cookies.session
    token = try web.store.accounts.consoleSession(cookie: cookie) { _ in .act }?.csrf ?? ""
  }

  func get(_ path: String) async -> TestAnswer { await web.get(path, cookie: cookie) }

  /// Sends a form as our page would.
  func post(_ path: String, _ fields: [String: String] = [:]) async -> TestAnswer {
    let all = fields.merging(["_csrf": token]) { own, _ in own }
    let body = FormFields(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).encoded
    return await web.form(path, body, headers: ["Cookie": "rollcall=\(cookie)"])
  }

  /// The code that the member's app shows now.
  func code() throws -> String {
    guard let secret = try web.store.accounts.twoFactor(of: member)?.secret else { return "" }
    return TOTP.code(of: TwoFactorRow.mac(TOTP.message(of: TOTP.step(at: web.store.clock())), secret)) ?? ""
  }
}

extension TestAnswer {
  /// The value of a cookie that the answer sets.
  func cookie(_ name: String) -> String? {
    headers[values: .setCookie].lazy.compactMap { field in
      field.hasPrefix("\(name)=") ? field.dropFirst(name.count + 1).prefix { $0 != ";" } : nil
    }.first.map(String.init)
  }
}
