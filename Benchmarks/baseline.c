// The plain loop that the server is compared with: the rows that uploads leave behind, put into the same tables by
// the same statements, without HTTP, JSON, savepoints or any look for duplicates.
//
//   baseline DATABASE BATCHES SESSIONS NEWEST_MS STEP_MS
//
// DATABASE was made by `rollcall` and is not being served. Each batch is one upload of 50 pings of the next session,
// round and round; 20 batches are a transaction. A responder's pings lie STEP_MS apart and end about NEWEST_MS.
// Prints {"pings": …, "seconds": …}.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { pingsPerBatch = 50, batchesPerTransaction = 20, maximumSessions = 10000, pagesPerCheckpoint = (8 << 20) / 8192 };

struct session {
  int64_t id, responder, workspace, queue;
};

static sqlite3 *db;
static struct session sessions[maximumSessions];
static int pagesInLog, pagesAtLastCheckpoint;

static void check(int code, int expected, const char *what) {
  if (code == expected) return;
  fprintf(stderr, "baseline: %s: %s\n", what, sqlite3_errmsg(db));
  exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, sql); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, sql);
  return statement;
}

static void run(sqlite3_stmt *statement) {
  check(sqlite3_step(statement), SQLITE_DONE, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

static void bindText(sqlite3_stmt *statement, int position, const char *text) {
  sqlite3_bind_text(statement, position, text, -1, SQLITE_STATIC);
}

static int64_t milliseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// The settings of Sources/RollcallStore/Engine/ConnectionSettings.swift.
static void open_database(const char *path) {
  check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK, path);
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
          "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;"
          "PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;"
          "PRAGMA cache_size = -8192");
}

static int noteLogSize(void *context, sqlite3 *connection, const char *name, int pages) {
  (void)context, (void)connection, (void)name;
  pagesInLog = pages;
  return SQLITE_OK;
}

// As Engine/Checkpoints.swift: a passive one after each 8 MiB of log.
static void checkpoint(void) {
  if (pagesInLog < pagesAtLastCheckpoint) pagesAtLastCheckpoint = 0;
  if (pagesInLog - pagesAtLastCheckpoint < pagesPerCheckpoint) return;
  check(sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL), SQLITE_OK, "checkpoint");
  pagesAtLastCheckpoint = pagesInLog;
}

static int load_sessions(int wanted) {
  sqlite3_stmt *rows = prepare("SELECT id, responder_id, workspace_id FROM phone_session WHERE revoked_at IS NULL "
                               "ORDER BY responder_id LIMIT ?");
  sqlite3_bind_int(rows, 1, wanted);
  int count = 0;
  while (sqlite3_step(rows) == SQLITE_ROW && count < maximumSessions) {
    struct session *session = &sessions[count++];
    session->id = sqlite3_column_int64(rows, 0);
    session->responder = sqlite3_column_int64(rows, 1);
    session->workspace = sqlite3_column_int64(rows, 2);
  }
  sqlite3_finalize(rows);
  return count;
}

static void make_queues(int count) {
  sqlite3_stmt *insert = prepare("INSERT INTO queue (responder_id, name) VALUES (?, 'baseline')");
  execute("BEGIN IMMEDIATE");
  for (int index = 0; index < count; index++) {
    sqlite3_bind_int64(insert, 1, sessions[index].responder);
    run(insert);
    sessions[index].queue = sqlite3_last_insert_rowid(db);
  }
  execute("COMMIT");
  sqlite3_finalize(insert);
}

static sqlite3_stmt *ping, *upload, *key, *range, *liveness, *clockText, *alive;
// Whether answers are remembered as counts under the beginning of a hash; before, as text under the whole key.
static int keyHasCounts;

static int has(const char *query) {
  sqlite3_stmt *rows = prepare(query);
  int found = sqlite3_step(rows) == SQLITE_ROW;
  sqlite3_finalize(rows);
  return found;
}

// A row for each ping, as the server had it before it packed them: what a plain program would do.
static void make_pings(void) {
  if (has("SELECT 1 FROM sqlite_schema WHERE name = 'ping'")) return;
  execute("CREATE TABLE ping (id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, responder_id INTEGER NOT NULL,"
          " queue_id INTEGER NOT NULL, sequence INTEGER, recorded_at_raw INTEGER, effective_at INTEGER NOT NULL,"
          " received_at INTEGER NOT NULL, time_source INTEGER NOT NULL, lat REAL NOT NULL, lng REAL NOT NULL,"
          " is_mock INTEGER NOT NULL, accuracy_m REAL, speed_mps REAL, heading_deg REAL, altitude_m REAL, source INTEGER,"
          " battery_level REAL, signal_quality INTEGER, visit_id INTEGER, fix_age_s REAL, on_duty INTEGER NOT NULL,"
          " flags INTEGER NOT NULL, variant INTEGER NOT NULL, confirmed_at INTEGER) STRICT");
  execute("CREATE UNIQUE INDEX ping_identity ON ping(responder_id, recorded_at_raw, sequence, queue_id, variant)");
  execute("CREATE INDEX ping_workspace ON ping(workspace_id, effective_at)");
  execute("CREATE INDEX ping_responder ON"
          " ping(responder_id, effective_at, id, received_at, time_source, flags, on_duty)");
}

// A row for each upload, as the server had it before it packed them.
static const char *make_uploads(void) {
  if (!has("SELECT 1 FROM sqlite_schema WHERE name = 'upload_chunk'")) return "upload";
  execute("CREATE TABLE plain_upload (id INTEGER PRIMARY KEY, workspace_id INTEGER NOT NULL, responder_id INTEGER NOT NULL,"
          " session_id INTEGER, received_at INTEGER NOT NULL, sent_at INTEGER, stored INTEGER NOT NULL,"
          " duplicates INTEGER NOT NULL, expired INTEGER NOT NULL, rejected INTEGER NOT NULL, permission TEXT,"
          " location_services INTEGER, power_mode TEXT, app_state TEXT, queue_depth INTEGER, oldest_entry_age_s REAL,"
          " network TEXT, interval_s REAL) STRICT");
  execute("CREATE INDEX plain_upload_attempt ON plain_upload(session_id, sent_at) WHERE sent_at IS NOT NULL");
  execute("CREATE INDEX plain_upload_responder ON"
          " plain_upload(responder_id, received_at, id, stored, duplicates, expired)");
  return "plain_upload";
}

// The statements of Tracking/UploadStatements.swift and Liveness/LivenessRow.swift; for pings and uploads, a row for each.
static void prepare_statements(void) {
  make_pings();
  ping = prepare(
      "INSERT INTO ping (workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at,"
      " time_source, lat, lng, is_mock, accuracy_m, speed_mps, heading_deg, altitude_m, source, battery_level,"
      " signal_quality, visit_id, fix_age_s, on_duty, flags, variant)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  char text[512];
  snprintf(text, sizeof text,
           "INSERT INTO %s (workspace_id, responder_id, session_id, received_at, sent_at, stored, duplicates, expired,"
           " rejected, permission, location_services, power_mode, app_state, queue_depth, oldest_entry_age_s, network,"
           " interval_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", make_uploads());
  upload = prepare(text);
  keyHasCounts = has("SELECT 1 FROM pragma_table_info('idempotency') WHERE name = 'stored'");
  key = keyHasCounts
            ? prepare("INSERT INTO idempotency (responder_id, key, fingerprint, expires_at, stored, duplicates, expired,"
                      " answer) VALUES (?, ?, ?, ?, ?, 0, 0, NULL)"
                      " ON CONFLICT (responder_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,"
                      " expires_at = excluded.expires_at, stored = excluded.stored, duplicates = excluded.duplicates,"
                      " expired = excluded.expired, answer = excluded.answer")
            : prepare("INSERT INTO idempotency (responder_id, key, fingerprint, answer, expires_at)"
                      " VALUES (?, ?, ?, ?, ?)"
                      " ON CONFLICT (responder_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,"
                      " answer = excluded.answer, expires_at = excluded.expires_at");
  range = prepare("INSERT INTO sequence_range (queue_id, first, last) VALUES (?, ?, ?)"
                  " ON CONFLICT (queue_id, first) DO UPDATE SET last = excluded.last");
  liveness = prepare(
      "UPDATE liveness SET duty = ?, duty_since = ?, duty_at = ?, duty_order = ?, status = ?, since = ?, reason = ?,"
      " watched_from = ?, last_contact_at = ?, last_fix_at = ?, degrade_by = ?, offline_by = ?, deadline_at = ?,"
      " rule_name = ?, interval_ms = ?, degraded_ms = ?, offline_ms = ?, rule_until = ?, flaps = ?, latest_ping_id = ?,"
      " latest_effective_at = ?, lat = ?, lng = ?, accuracy_m = ?, flags = ?, battery_level = ?, battery_at = ?,"
      " speed_mps = ?, speed_at = ?, app_state = ?, app_state_at = ?, power_mode = ?, power_mode_at = ?,"
      " permission = ?, permission_at = ?, location_services = ?, location_services_at = ?, network = ?,"
      " network_at = ?, queue_depth = ?, backlog = ? WHERE workspace_id = ? AND responder_id = ?");
  clockText = prepare("UPDATE phone_session SET clock = ? WHERE workspace_id = ? AND id = ?");
  alive = prepare("UPDATE alive SET at = ? WHERE id = 1");
}

// The numbers are those of load/batch.lua.
static void insert_ping(const struct session *s, int64_t sequence, int index, int64_t taken, int64_t now) {
  sqlite3_bind_int64(ping, 1, s->workspace);
  sqlite3_bind_int64(ping, 2, s->responder);
  sqlite3_bind_int64(ping, 3, s->queue);
  sqlite3_bind_int64(ping, 4, sequence);
  sqlite3_bind_int64(ping, 5, taken);
  sqlite3_bind_int64(ping, 6, taken);
  sqlite3_bind_int64(ping, 7, now);
  sqlite3_bind_int64(ping, 8, 0);
  sqlite3_bind_double(ping, 9, 46.0512345 + index * 0.0001);
  sqlite3_bind_double(ping, 10, 14.5058 + index * 0.0001);
  sqlite3_bind_int64(ping, 11, 0);
  sqlite3_bind_double(ping, 12, 8.5);
  sqlite3_bind_double(ping, 13, 1.25);
  sqlite3_bind_double(ping, 14, 271.3);
  sqlite3_bind_double(ping, 15, 301);
  sqlite3_bind_int64(ping, 16, 0);
  sqlite3_bind_double(ping, 17, 0.81);
  sqlite3_bind_int64(ping, 18, 0);
  sqlite3_bind_int64(ping, 21, 1);
  sqlite3_bind_int64(ping, 22, 0);
  sqlite3_bind_int64(ping, 23, 0);
  run(ping);
}

static void insert_upload(const struct session *s, int64_t now) {
  sqlite3_bind_int64(upload, 1, s->workspace);
  sqlite3_bind_int64(upload, 2, s->responder);
  sqlite3_bind_int64(upload, 3, s->id);
  sqlite3_bind_int64(upload, 4, now);
  sqlite3_bind_int64(upload, 5, now);
  sqlite3_bind_int64(upload, 6, pingsPerBatch);
  for (int column = 7; column <= 9; column++) sqlite3_bind_int64(upload, column, 0);
  bindText(upload, 10, "granted");
  sqlite3_bind_int64(upload, 11, 1);
  bindText(upload, 12, "normal");
  bindText(upload, 13, "foreground");
  sqlite3_bind_int64(upload, 14, 0);
  bindText(upload, 16, "cellular");
  run(upload);
}

static void insert_key(const struct session *s, int64_t batch, int64_t now) {
  static const char answer[] = "{\"data\":{\"count\":50,\"stored\":50,\"duplicates\":0,\"expired\":0},"
                               "\"message\":\"Locations Saved\",\"code\":\"CREATED\"}";
  char name[40];
  uint64_t fingerprint[4];
  for (int word = 0; word < 4; word++) fingerprint[word] = (uint64_t)(batch + 1) * 0x9E3779B97F4A7C15u * (word * 2 + 1);
  if (keyHasCounts) {
    sqlite3_bind_int64(key, 1, s->responder);
    sqlite3_bind_blob(key, 2, fingerprint + 2, 12, SQLITE_STATIC);
    sqlite3_bind_blob(key, 3, fingerprint, 16, SQLITE_STATIC);
    sqlite3_bind_int64(key, 4, now + 86400000);
    sqlite3_bind_int64(key, 5, pingsPerBatch);
    run(key);
    return;
  }
  int length = snprintf(name, sizeof name, "bench-%lld-1-%lld", (long long)now / 1000, (long long)batch);
  sqlite3_bind_int64(key, 1, s->responder);
  sqlite3_bind_blob(key, 2, name, length, SQLITE_STATIC);
  sqlite3_bind_blob(key, 3, fingerprint, sizeof fingerprint, SQLITE_STATIC);
  sqlite3_bind_blob(key, 4, answer, sizeof answer - 1, SQLITE_STATIC);
  sqlite3_bind_int64(key, 5, now + 86400000);
  run(key);
}

static void update_liveness(const struct session *s, int64_t latest, int64_t taken, int64_t now) {
  bindText(liveness, 1, "on_duty");
  sqlite3_bind_int64(liveness, 2, now);
  sqlite3_bind_int64(liveness, 3, now);
  bindText(liveness, 5, "degraded");
  sqlite3_bind_int64(liveness, 6, now);
  bindText(liveness, 7, "responder/on_duty: contact without a fresh fix");
  for (int column = 8; column <= 9; column++) sqlite3_bind_int64(liveness, column, now);
  sqlite3_bind_int64(liveness, 10, taken);
  sqlite3_bind_int64(liveness, 11, taken + 90000);
  for (int column = 12; column <= 13; column++) sqlite3_bind_int64(liveness, column, now + 180000);
  bindText(liveness, 14, "on_duty");
  sqlite3_bind_int64(liveness, 15, 60000);
  sqlite3_bind_int64(liveness, 16, 90000);
  sqlite3_bind_int64(liveness, 17, 180000);
  bindText(liveness, 19, "[]");
  sqlite3_bind_int64(liveness, 20, latest);
  sqlite3_bind_int64(liveness, 21, taken);
  sqlite3_bind_double(liveness, 22, 46.0561345);
  sqlite3_bind_double(liveness, 23, 14.5107);
  sqlite3_bind_double(liveness, 24, 8.5);
  sqlite3_bind_int64(liveness, 25, 0);
  sqlite3_bind_double(liveness, 26, 0.81);
  sqlite3_bind_int64(liveness, 27, taken);
  sqlite3_bind_double(liveness, 28, 1.25);
  sqlite3_bind_int64(liveness, 29, taken);
  bindText(liveness, 30, "foreground");
  sqlite3_bind_int64(liveness, 31, now);
  bindText(liveness, 32, "normal");
  sqlite3_bind_int64(liveness, 33, now);
  bindText(liveness, 34, "granted");
  sqlite3_bind_int64(liveness, 35, now);
  sqlite3_bind_int64(liveness, 36, 1);
  sqlite3_bind_int64(liveness, 37, now);
  bindText(liveness, 38, "cellular");
  sqlite3_bind_int64(liveness, 39, now);
  sqlite3_bind_int64(liveness, 40, 0);
  sqlite3_bind_int64(liveness, 41, 1);
  sqlite3_bind_int64(liveness, 42, s->workspace);
  sqlite3_bind_int64(liveness, 43, s->responder);
  run(liveness);
}

static void insert_batch(int64_t batch, int count, int64_t newest, int64_t step, int64_t rounds) {
  const struct session *s = &sessions[batch % count];
  int64_t round = batch / count, now = milliseconds(CLOCK_REALTIME), taken = 0;
  for (int index = 0; index < pingsPerBatch; index++) {
    int64_t sequence = round * pingsPerBatch + index;
    taken = newest - (rounds * pingsPerBatch - sequence) * step;
    insert_ping(s, sequence, index, taken, now);
  }
  int64_t latest = sqlite3_last_insert_rowid(db);
  sqlite3_bind_int64(range, 1, s->queue);
  sqlite3_bind_int64(range, 2, 0);
  sqlite3_bind_int64(range, 3, round * pingsPerBatch + pingsPerBatch - 1);
  run(range);
  char text[200];
  long long n = (long long)now;
  snprintf(text, sizeof text, "[[%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld],[]]", n, n, n, n, n, n, n, n, n, n);
  bindText(clockText, 1, text);
  sqlite3_bind_int64(clockText, 2, s->workspace);
  sqlite3_bind_int64(clockText, 3, s->id);
  run(clockText);
  update_liveness(s, latest, taken, now);
  insert_upload(s, now);
  insert_key(s, batch, now);
}

int main(int count, char **words) {
  if (count != 6) {
    fprintf(stderr, "usage: baseline DATABASE BATCHES SESSIONS NEWEST_MS STEP_MS\n");
    return 64;
  }
  int64_t batches = atoll(words[2]), newest = atoll(words[4]), step = atoll(words[5]);
  open_database(words[1]);
  int known = load_sessions(atoi(words[3]));
  if (known == 0) return fprintf(stderr, "baseline: no sessions in %s\n", words[1]), 1;
  sqlite3_wal_hook(db, noteLogSize, NULL);
  prepare_statements();
  int64_t start = milliseconds(CLOCK_MONOTONIC), rounds = (batches + known - 1) / known;
  make_queues(known);
  for (int64_t batch = 0; batch < batches;) {
    execute("BEGIN IMMEDIATE");
    sqlite3_bind_int64(alive, 1, milliseconds(CLOCK_REALTIME));
    run(alive);
    for (int member = 0; member < batchesPerTransaction && batch < batches; member++, batch++)
      insert_batch(batch, known, newest, step, rounds);
    execute("COMMIT");
    checkpoint();
  }
  double seconds = (milliseconds(CLOCK_MONOTONIC) - start) / 1000.0;
  sqlite3_stmt *all[] = {ping, upload, key, range, liveness, clockText, alive};
  for (size_t index = 0; index < sizeof all / sizeof *all; index++) sqlite3_finalize(all[index]);
  sqlite3_close(db);
  printf("{\"pings\": %lld, \"seconds\": %.3f}\n", (long long)batches * pingsPerBatch, seconds);
  return 0;
}
