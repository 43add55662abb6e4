// What Swift cannot say about libmicrohttpd: its variadic functions, and a few socket calls.
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/// Everything a daemon is started with. The same `context` goes to every callback.
struct cmhd_settings {
  unsigned int flags;
  unsigned int connection_limit;
  unsigned int idle_seconds;
  size_t memory_per_connection;
  unsigned int backlog;
  /// Where to listen; NULL = on `listener`, which the daemon closes at its end.
  const struct sockaddr *address;
  int listener;
  void *context;
  MHD_AccessHandlerCallback access;
  MHD_LogCallback log;
  MHD_NotifyConnectionCallback connection_changed;
  MHD_RequestCompletedCallback completed;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  /// Hands out the certificate of a handshake; NULL = plain HTTP.
  gnutls_certificate_retrieve_function2 *certificate;
};

/// Our own reader decodes the target; the library must hand over what was sent.
static inline size_t cmhd_unescape_nothing(void *context, struct MHD_Connection *connection,
                                           char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

/// MHD_start_daemon is variadic. The logger must be the first option, or errors of the options
/// after it are printed to standard error. Strictness -1 is the one value at which this version
/// refuses a blank before a header's colon (otherwise the body becomes a second request).
static inline struct MHD_Daemon *cmhd_start(const struct cmhd_settings *s) {
  // TLS 1.2 and 1.3 only, no key exchange without forward secrecy, no CBC. SECURE192 would lose
  // TLS 1.3 with a P-256 certificate.
  static const char priorities[] =
      "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC:"
      "%SERVER_PRECEDENCE";
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)(uintptr_t)priorities},
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)(uintptr_t)s->certificate},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem listening[] = {
      {MHD_OPTION_SOCK_ADDR, 0, (void *)(uintptr_t)s->address},
      {MHD_OPTION_END, 0, NULL}};
  if (s->address == NULL)
    listening[0] = (struct MHD_OptionItem){MHD_OPTION_LISTEN_SOCKET, s->listener, NULL};
  return MHD_start_daemon(
      s->flags, 0, NULL, NULL, s->access, s->context,
      MHD_OPTION_EXTERNAL_LOGGER, s->log, s->context,
      MHD_OPTION_ARRAY, listening,
      MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, s->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->memory_per_connection,
      MHD_OPTION_STRICT_FOR_CLIENT, -1,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, s->backlog,
      MHD_OPTION_NOTIFY_CONNECTION, s->connection_changed, s->context,
      MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
      MHD_OPTION_URI_LOG_CALLBACK, s->target, s->context,
      MHD_OPTION_UNESCAPE_CALLBACK, cmhd_unescape_nothing, NULL,
      MHD_OPTION_ARRAY, s->certificate == NULL ? &tls[2] : tls,
      MHD_OPTION_END);
}

/// MHD_set_response_options is variadic. Ends the body with the connection instead of chunks: to a
/// HEAD this version would send the last chunk of a chunked body, which is no part of the answer.
static inline void cmhd_without_chunks(struct MHD_Response *response) {
  (void)MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// MHD_get_daemon_info is variadic. The port the daemon listens on, 0 when it cannot tell.
static inline uint16_t cmhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// MHD_get_daemon_info is variadic. The socket it listens on, -1 when it cannot tell.
static inline int cmhd_listener(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD);
  return info == NULL ? -1 : info->listen_fd;
}

/// MHD_get_daemon_info is variadic. What becomes readable when the daemon has work, -1 when it cannot tell.
static inline int cmhd_epoll(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

/// MHD_get_daemon_info is variadic. How many connections the daemon has, after it has let go of closed ones.
static inline unsigned int cmhd_connections(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

/// MHD_get_connection_info is variadic. The connection's socket, -1 when it has none.
static inline int cmhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// The peer's address, NULL when unknown. It dies with the connection.
static inline const struct sockaddr *cmhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/// What NOTIFY_CONNECTION stored for the connection.
static inline void *cmhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// What NOTIFY_CONNECTION stored for the connection of a handshake. The library lets the session
/// point to its connection, and tells its callers of no other way.
static inline void *cmhd_handshake_context(gnutls_session_t session) {
  struct MHD_Connection *connection = (struct MHD_Connection *)gnutls_session_get_ptr(session);
  return connection == NULL ? NULL : cmhd_socket_context(connection);
}

/// Breaks a TCP connection off with a reset. An HTTP/1.0 client takes an orderly end of the
/// connection for the end of the body, so a download that failed must not end in an orderly way.
static inline void cmhd_reset(int descriptor) {
  struct sockaddr nowhere;
  memset(&nowhere, 0, sizeof nowhere);
  nowhere.sa_family = AF_UNSPEC;
  (void)connect(descriptor, &nowhere, sizeof nowhere);
}

#endif
