import CMicroHTTPD
import Glibc

/// The event loops that share one listening socket: started once, stopped once, by their type.
struct Daemon: ~Copyable {
  private let loops: [EventLoop]

  /// The port they listen on.
  let port: Int

  /// Starts listening and serving.
  init(_ core: Core) throws(ServerError) {
    let configuration = core.configuration
    var address = try ListenAddress(configuration.address, configuration.port)
    let count = min(max(configuration.threads, 1), 64)
    var settings = Self.settings(core, address, sharedBy: count)
    let first = address.withSocketAddress { socketAddress in
      settings.address = socketAddress
      return EventLoop(core, &settings)
    }
    guard let first else {
      throw .cannotListen("\(configuration.address):\(configuration.port): \(core.log.last)")
    }
    var loops = [first]
    settings.address = nil
    while loops.count < count {
      settings.listener = first.copyOfListener()
      guard settings.listener >= 0, let loop = EventLoop(core, &settings) else {
        for loop in loops { loop.stop() }
        throw .noThread
      }
      loops.append(loop)
    }
    self.loops = loops
    port = first.port
  }

  /// Ends the event loops and closes every connection. Nothing may be suspended.
  consuming func stop() {
    for loop in loops { loop.stop() }
  }

  private static func settings(_ core: Core, _ address: ListenAddress, sharedBy loops: Int) -> cmhd_settings {
    let configuration = core.configuration
    var flags = MHD_USE_EPOLL.rawValue | MHD_USE_ITC.rawValue
    flags |= MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
    if address.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    if address.isAnyIPv6 { flags |= MHD_USE_DUAL_STACK.rawValue }
    if core.tls != nil { flags |= MHD_USE_TLS.rawValue }
    var settings = cmhd_settings()
    settings.flags = flags
    settings.connection_limit = CUnsignedInt(clamping: max(configuration.connectionLimit / loops, 1))
    settings.idle_seconds = CUnsignedInt(clamping: wholeSeconds(configuration.deadlines.idle))
    settings.memory_per_connection = max(configuration.connectionMemory, 4_096)
    settings.backlog = 1_024
    settings.access = accessThunk
    settings.log = logThunk
    settings.connection_changed = connectionThunk
    settings.completed = completedThunk
    settings.target = targetThunk
    if core.tls != nil { settings.certificate = certificateThunk }
    return settings
  }

  private static func wholeSeconds(_ duration: Duration) -> UInt64 {
    max(1, (Monotonic.nanoseconds(duration) + 999_999_999) / 1_000_000_000)
  }
}

private func loop(_ context: UnsafeMutableRawPointer?) -> EventLoop.Context? {
  context.map { Unmanaged<EventLoop.Context>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionThunk(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  guard let loop = loop(context), let handle, let stored else { return }
  let core = loop.core
  if change == .CONNECTION_NOTIFY_STARTED {
    let address = cmhd_peer(handle).flatMap { PeerAddress($0) } ?? PeerAddress.unknown
    let connection = Connection(
      core, loop.wakeUp, handle, descriptor: cmhd_descriptor(handle), address: address)
    core.registry.insert(connection)
    stored.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let opaque = stored.pointee {
    stored.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
    core.registry.remove(connection)
    if connection.lingers { core.drain.accept(connection.descriptor) }
    connection.end(isComplete: false)
  }
}

private func targetThunk(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let target, let handle, let opaque = cmhd_socket_context(handle) else { return nil }
  Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().begin(target)
  return opaque
}

private func accessThunk(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let opaque = request?.pointee, let method, let version, let size else { return .NO }
  return Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
    .access(method: method, version: version, data: data, size: size)
}

private func completedThunk(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let opaque = request?.pointee else { return }
  request?.pointee = nil
  Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().end(isComplete: code.rawValue == 0)
}

private func logThunk(
  _ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
  guard let core = loop(context)?.core, let format, let arguments else { return }
  var buffer = [CChar](repeating: 0, count: 512)
  vsnprintf(&buffer, buffer.count, format, arguments)
  let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  core.log.write(String(text.prefix { $0 != "\n" }))
}
