import HTTPTypes

/// The checks of a head, in order, before any byte of the body is read.
struct RequestValidator: Sendable {
  let hosts: HostRule
  let router: Router

  /// A head that has passed.
  struct Admitted {
    var request: Request
    let route: Route
    /// The announced length of the body, in bytes.
    let length: Int
  }

  /// A head that has not.
  struct Refused: Error {
    let refusal: Refusal
  }

  /// Where a request comes from.
  struct Origin {
    let peer: String
    let isSecure: Bool
  }

  /// Checks a head and finds its route.
  func check(
    method: UnsafeBufferPointer<UInt8>, version: UnsafeBufferPointer<UInt8>, target: [UInt8],
    head: HeadFields,
    origin: Origin
  ) throws(Refused) -> Admitted {
    let target = Result { () throws(Target.Fault) in try Target(parsing: target) }
    var request: Request?
    if case .success(let target) = target, let method = Self.method(method), !head.hasBadName,
      !head.hasBadValue
    {
      request = Request(
        method: method, target: target.raw, path: target.path, query: target.query, headers: head.fields,
        body: [],
        peer: origin.peer, isSecure: origin.isSecure, parameters: [:], routePattern: "")
    }
    do throws(Rejection) {
      let name = try Self.checkLine(method: method, version: version)
      // First of the fields' rules: when there are too many, the rest has not been read.
      guard head.count <= HeadFields.limit else { throw Rejection(.headerTooLarge) }
      try checkHost(head)
      try Self.checkLength(head, name)
      try Self.checkFields(head)
      try Self.checkTarget(target)
      guard var admitted = request else { throw Rejection(.badRequest(reason: "the head is malformed")) }
      let match = try router.match(name, admitted.path)
      admitted.parameters = match.parameters
      admitted.routePattern = match.route.pattern
      request = admitted
      try BodyCheck.check(match.route.body, method: name, headers: head.fields, length: head.length)
      return Admitted(request: admitted, route: match.route, length: head.length ?? 0)
    } catch {
      throw Refused(refusal: Refusal(error.kind, request: request))
    }
  }

  private static func checkLine(
    method: UnsafeBufferPointer<UInt8>, version: UnsafeBufferPointer<UInt8>
  ) throws(Rejection) -> HTTPRequest.Method {
    guard version.elementsEqual("HTTP/1.1".utf8) || version.elementsEqual("HTTP/1.0".utf8) else {
      throw Rejection(.versionNotSupported)
    }
    guard !method.isEmpty, method.allSatisfy(Token.contains) else {
      throw Rejection(.badRequest(reason: "the method is malformed"))
    }
    guard let name = Self.method(method) else { throw Rejection(.notImplemented) }
    return name
  }

  private static let methods: [HTTPRequest.Method] = [
    .post, .get, .put, .head, .delete, .patch, .options, .trace,
  ]

  private static func method(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPRequest.Method? {
    methods.first { bytes.elementsEqual($0.rawValue.utf8) }
  }

  private func checkHost(_ head: HeadFields) throws(Rejection) {
    guard let host = head.hosts.first, head.hosts.count == 1 else {
      throw Rejection(.badRequest(reason: "exactly one Host is required"))
    }
    try hosts.check(host)
  }

  private static func checkLength(_ head: HeadFields, _ method: HTTPRequest.Method) throws(Rejection) {
    guard !head.hasTransferEncoding else { throw Rejection(.lengthRequired) }
    guard head.lengths <= 1 else { throw Rejection(.badRequest(reason: "more than one Content-Length")) }
    if head.lengths == 1, head.length == nil {
      throw Rejection(.badRequest(reason: "the length is malformed"))
    }
    if method == .post, head.length == nil { throw Rejection(.lengthRequired) }
    if method == .get || method == .head, head.length ?? 0 > 0 {
      throw Rejection(.badRequest(reason: "this method takes no body"))
    }
  }

  private static func checkFields(_ head: HeadFields) throws(Rejection) {
    guard !head.hasBadName else { throw Rejection(.badRequest(reason: "a field name is malformed")) }
    guard !head.hasBadValue else { throw Rejection(.badRequest(reason: "a field value is malformed")) }
    guard !head.hasRepeated else { throw Rejection(.badRequest(reason: "a field occurs twice")) }
    guard !head.hasUnknownExpectation else { throw Rejection(.expectationFailed) }
  }

  private static func checkTarget(_ target: Result<Target, Target.Fault>) throws(Rejection) {
    switch target {
    case .success: return
    case .failure(.tooLong): throw Rejection(.targetTooLong)
    case .failure(.malformed(let reason)): throw Rejection(.badRequest(reason: reason))
    }
  }
}
