#ifndef CMAXMINDDB_SHIM_H
#define CMAXMINDDB_SHIM_H

#include <maxminddb.h>

#endif
