import CCurl

/// One easy handle of libcurl, which keeps its connections between calls.
///
/// `@unchecked`: only the thread that took it out of the pool uses it.
final class CurlHandle: @unchecked Sendable {
  let handle: UnsafeMutableRawPointer

  init?() {
    guard Self.hasStarted, let handle = curl_easy_init() else { return nil }
    self.handle = handle
  }

  deinit {
    curl_easy_cleanup(handle)
  }

  /// Once for the process; `static let` makes it wait for itself.
  private static let hasStarted = ccurl_start() == CURLE_OK

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter authorities: a PEM file of certificates to trust besides those of the system's folder.
  func post(
    _ call: HTTPCall, allowsPlainHTTP: Bool, authorities: String? = nil, timeout: Int, transfer: Transfer
  ) -> Result<HTTPAnswer, CallFailure> {
    defer { curl_easy_reset(handle) }
    // We send no "Expect: 100-continue": our bodies are small.
    guard let headers = LineList(call.headers.map { "\($0.name): \($0.value)" } + ["Expect:"]) else {
      return .failure(.badHeader)
    }
    let settings =
      [
        ccurl_set_text(handle, CURLOPT_URL, call.url),
        ccurl_set_schemes(handle, allowsPlainHTTP ? 1 : 0),
        ccurl_set_headers(handle, headers.first),
        call.body.withUnsafeBytes { ccurl_set_body(handle, $0.baseAddress, $0.count) },
        ccurl_set_text(handle, CURLOPT_PROXY, ""),
      ] + trust(authorities)
      // After the body, which would make it a POST.
      + (numbers(timeout) + (call.isGet ? [(CURLOPT_HTTPGET, 1)] : [])).map {
        ccurl_set_long(handle, $0.0, $0.1)
      }
      + transfer.attach(to: handle)
    guard settings.allSatisfy({ $0 == CURLE_OK }) else { return .failure(.broken) }
    let code = withExtendedLifetime((headers, transfer)) { curl_easy_perform(handle) }
    let status = Int(ccurl_status(handle))
    if code == CURLE_OK || code == CURLE_WRITE_ERROR && transfer.isCut {
      return .success(HTTPAnswer(status: status, headers: transfer.headers, body: transfer.body))
    }
    return .failure(Self.failure(code, isForbidden: transfer.isForbidden))
  }

  /// https://curl.se/libcurl/c/curl_easy_setopt.html
  private func numbers(_ timeout: Int) -> [(CURLoption, Int)] {
    [
      (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_FOLLOWLOCATION, 0),
      (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
      (CURLOPT_TIMEOUT_MS, timeout),
      (CURLOPT_CONNECTTIMEOUT_MS, timeout),
      (CURLOPT_TCP_KEEPALIVE, 1),
      (CURLOPT_MAXCONNECTS, 8),
    ]
  }

  /// The file replaces the system's file; the system's folder of the same certificates stays.
  func trust(_ file: String?) -> [CURLcode] {
    file.map { [ccurl_set_text(handle, CURLOPT_CAINFO, $0)] } ?? []
  }

  /// https://curl.se/libcurl/c/libcurl-errors.html
  private static func failure(_ code: CURLcode, isForbidden: Bool) -> CallFailure {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_COULDNT_RESOLVE_HOST: .unresolved
    case CURLE_COULDNT_CONNECT: isForbidden ? .forbiddenAddress : .unreachable
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .badCertificate
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED: .badURL
    case CURLE_ABORTED_BY_CALLBACK: .stopped
    default: .broken
    }
  }
}

/// libcurl's list of lines, freed at the end.
final class LineList {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// `nil` for an invalid line, or without memory.
  init?(_ lines: [String]) {
    for line in lines {
      guard line.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), let longer = curl_slist_append(first, line)
      else { return nil }
      first = longer
    }
  }

  deinit {
    curl_slist_free_all(first)
  }
}
