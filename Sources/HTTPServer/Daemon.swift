import CMicroHTTPD
import Glibc

/// The library's daemon: started once, stopped once, by its type.
struct Daemon: ~Copyable {
  private let handle: OpaquePointer
  private let context: Unmanaged<Core>

  /// Starts listening and serving.
  init(_ core: Core) throws(ServerError) {
    let configuration = core.configuration
    var address = try ListenAddress(configuration.address, configuration.port)
    var flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_USE_ITC.rawValue
    flags |= MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
    if address.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    if address.isAnyIPv6 { flags |= MHD_USE_DUAL_STACK.rawValue }
    if core.tls != nil { flags |= MHD_USE_TLS.rawValue }
    let context = Unmanaged.passRetained(core)
    var settings = cmhd_settings()
    settings.flags = flags
    settings.threads = CUnsignedInt(min(max(configuration.threads, 2), 64))
    settings.connection_limit = CUnsignedInt(clamping: max(configuration.connectionLimit, 2))
    settings.idle_seconds = CUnsignedInt(clamping: Self.wholeSeconds(configuration.deadlines.idle))
    settings.memory_per_connection = max(configuration.connectionMemory, 4_096)
    settings.backlog = 1_024
    settings.stack_size = 1 << 20
    settings.context = context.toOpaque()
    settings.access = accessThunk
    settings.log = logThunk
    settings.connection_changed = connectionThunk
    settings.completed = completedThunk
    settings.target = targetThunk
    if core.tls != nil { settings.certificate = certificateThunk }
    let handle = address.withSocketAddress { socketAddress in
      settings.address = socketAddress
      return cmhd_start(&settings)
    }
    guard let handle else {
      context.release()
      throw .cannotListen("\(configuration.address):\(configuration.port): \(core.log.last)")
    }
    self.handle = handle
    self.context = context
  }

  /// The port it listens on.
  var port: Int { Int(cmhd_port(handle)) }

  /// Ends the event loops and closes every connection. Nothing may be suspended.
  consuming func stop() {
    MHD_stop_daemon(handle)
    context.release()
  }

  private static func wholeSeconds(_ duration: Duration) -> UInt64 {
    max(1, (Monotonic.nanoseconds(duration) + 999_999_999) / 1_000_000_000)
  }
}

private func core(_ context: UnsafeMutableRawPointer?) -> Core? {
  context.map { Unmanaged<Core>.fromOpaque($0).takeUnretainedValue() }
}

private func connectionThunk(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
  guard let core = core(context), let handle, let stored else { return }
  if change == .CONNECTION_NOTIFY_STARTED {
    let address = cmhd_peer(handle).flatMap { PeerAddress($0) } ?? PeerAddress.unknown
    let connection = Connection(core, handle, descriptor: cmhd_descriptor(handle), address: address)
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
  guard let core = core(context), let format, let arguments else { return }
  var buffer = [CChar](repeating: 0, count: 512)
  vsnprintf(&buffer, buffer.count, format, arguments)
  let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  core.log.write(String(text.prefix { $0 != "\n" }))
}
