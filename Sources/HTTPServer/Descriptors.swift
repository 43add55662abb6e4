import Glibc

/// The process's limit of open files.
enum Descriptors {
  /// Raises the limit to what is needed, as far as the hard limit allows.
  ///
  /// Without free descriptors an event loop would spin, so this must not happen.
  static func ensure(_ needed: Int) throws(ServerError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(clamping: needed)
    guard limit.rlim_cur < wanted else { return }
    let allowed = limit.rlim_max
    limit.rlim_cur = wanted
    guard wanted <= allowed, setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw .tooFewDescriptors(needed: needed, allowed: Int(clamping: allowed))
    }
  }
}
