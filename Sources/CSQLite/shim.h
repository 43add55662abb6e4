// What Swift cannot say about SQLite: its variadic configuration.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Stops SQLite from counting its memory under a mutex. Only before its first use; an error code afterwards.
static inline int csqlite_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
