import CCurl

extension CurlHandle {
  /// Sends a mail, and waits: libcurl's code, and the last status of the server, 0 when there was none.
  func mail(
    _ settings: MailSettings, _ recipients: [String], _ source: MailSource, security: MailSettings.Security,
    timeout: Int, transfer: Transfer
  ) -> (code: CURLcode, status: Int) {
    defer { curl_easy_reset(handle) }
    guard let list = LineList(recipients.map { "<\($0)>" }) else { return (CURLE_OUT_OF_MEMORY, 0) }
    let usesTLS = security == .required ? CURLUSESSL_ALL : CURLUSESSL_TRY
    let options =
      [
        ccurl_set_text(handle, CURLOPT_URL, settings.url),
        ccurl_set_mail(handle, "<\(settings.from)>", list.first, Int(usesTLS.rawValue)),
        ccurl_set_upload(
          handle,
          { buffer, size, count, context in
            context.map {
              Unmanaged<MailSource>.fromOpaque($0).takeUnretainedValue().read(buffer, size * count)
            } ?? 0
          }, Unmanaged.passUnretained(source).toOpaque()),
        ccurl_set_text(handle, CURLOPT_PROXY, ""),
      ] + login(settings.login) + trust(settings.trust)
      + [
        (CURLOPT_NOSIGNAL, 1), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_TIMEOUT_MS, timeout),
        (CURLOPT_CONNECTTIMEOUT_MS, timeout),
      ].map { ccurl_set_long(handle, $0.0, $0.1) } + transfer.attach(to: handle)
    guard options.allSatisfy({ $0 == CURLE_OK }) else { return (CURLE_FAILED_INIT, 0) }
    let code = withExtendedLifetime((list, source, transfer)) { curl_easy_perform(handle) }
    return (code, Int(ccurl_status(handle)))
  }

  private func login(_ login: (user: String, password: String)?) -> [CURLcode] {
    guard let login else { return [] }
    return [
      ccurl_set_text(handle, CURLOPT_USERNAME, login.user),
      ccurl_set_text(handle, CURLOPT_PASSWORD, login.password),
    ]
  }
}
