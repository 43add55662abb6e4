// What Swift cannot say about libcurl: its variadic functions, and an address of unknown length.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>

/// The flags are a macro of macros, which Swift does not import.
static inline CURLcode ccurl_start(void) { return curl_global_init(CURL_GLOBAL_ALL); }

/// curl_easy_setopt is variadic: options whose value is a number.
static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt is variadic: options whose value is text, which libcurl copies.
static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/// curl_easy_setopt is variadic: a list that must live as long as the transfer.
static inline CURLcode ccurl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

/// A POST of these bytes, which libcurl copies. The length goes first, or it would stop at a zero byte.
static inline CURLcode ccurl_set_body(CURL *handle, const void *bytes, long count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POST, 1L);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
  return code;
}

/// curl_easy_setopt is variadic: who takes the answer's head and body.
static inline CURLcode ccurl_set_readers(
    CURL *handle, curl_write_callback head, curl_write_callback body, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return code;
}

/// curl_easy_setopt is variadic: who opens the socket, and who is asked whether to go on.
static inline CURLcode ccurl_set_watchers(
    CURL *handle, curl_opensocket_callback opener, curl_xferinfo_callback progress, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  return code;
}

/// The text option is known from 7.85 on, and the mask before it is deprecated since: whichever there is.
static inline CURLcode ccurl_set_schemes(CURL *handle, int allows_http) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, allows_http ? "http,https" : "https");
#else
  return curl_easy_setopt(
      handle, CURLOPT_PROTOCOLS, allows_http ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS);
#endif
}

/// A mail: who sends, to whom, and how it is secured. One recipient who is refused does not keep the others from theirs.
static inline CURLcode ccurl_set_mail(
    CURL *handle, const char *from, struct curl_slist *recipients, long security) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
#else
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_SMTP | CURLPROTO_SMTPS);
#endif
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_MAIL_FROM, from);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1L);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_USE_SSL, security);
  return code;
}

/// curl_easy_setopt is variadic: from where the bytes to be sent come.
static inline CURLcode ccurl_set_upload(CURL *handle, curl_read_callback source, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, source);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_READDATA, context);
  return code;
}

/// curl_easy_getinfo is variadic: the status of the answer, 0 when there was none.
static inline long ccurl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/// The address's bytes in network order: 4 or 16, or 0 when it is neither IPv4 nor IPv6. Swift would read past the
/// end of `addr`, which is declared shorter than an IPv6 address is.
static inline int ccurl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
  if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in four;
    memcpy(&four, &address->addr, sizeof four);
    memcpy(bytes, &four.sin_addr, 4);
    return 4;
  }
  if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 six;
    memcpy(&six, (const void *)&address->addr, sizeof six);
    memcpy(bytes, &six.sin6_addr, 16);
    return 16;
  }
  return 0;
}

#endif
