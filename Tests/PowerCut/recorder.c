/* Records what a program does to the files below a folder, for LD_PRELOAD.
 *
 * RECORD_LOG is the file that the records are appended to, RECORD_ROOT the folder, an absolute path without symbolic
 * links. RECORD_SWALLOW, if set, plants a fault: syncs of files whose name ends with it are neither carried out nor
 * recorded.
 *
 * A record is a header and its payload, appended in one write, so that several processes can share a log. What changes
 * files is recorded after it happened. A sync has two records: it covers what was recorded before the first, and counts
 * from the second on. What this recorder cannot follow is recorded as '!' and must make the test fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct header {
  uint32_t magic;
  uint32_t kind;
  uint64_t file;   /* inode */
  uint64_t number; /* offset, size, or the number of a sync */
  uint64_t length; /* of the payload */
};

enum { MAGIC = 0x4c494f57, DESCRIPTORS = 65536 };

static int log_descriptor = -1;
static char root[PATH_MAX];
static size_t root_length;
static const char *swallowed;
/* What is known of open descriptors: the inode of a file below the folder, or 0. */
static uint64_t files[DESCRIPTORS];
static unsigned char is_folder[DESCRIPTORS], is_swallowed[DESCRIPTORS], is_shared_memory[DESCRIPTORS];
/* Keeps names and their records in one order. */
static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;
static uint64_t syncs;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static void record(char kind, uint64_t file, uint64_t number, const void *payload, size_t length) {
  if (log_descriptor < 0) return;
  struct header header = {MAGIC, (uint32_t)kind, file, number, length};
  struct iovec parts[2] = {{&header, sizeof header}, {(void *)payload, length}};
  int before = errno;
  ssize_t written = syscall(SYS_writev, log_descriptor, parts, 2);
  if (written != (ssize_t)(sizeof header + length)) abort();
  errno = before;
}

static void record_text(char kind, uint64_t file, uint64_t number, const char *text) {
  record(kind, file, number, text, strlen(text));
}

static void record_two(char kind, const char *from, const char *to) {
  char both[2 * PATH_MAX];
  size_t first = strlen(from) + 1, second = strlen(to);
  memcpy(both, from, first);
  memcpy(both + first, to, second);
  record(kind, 0, 0, both, first + second);
}

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("RECORD_LOG"), *folder = getenv("RECORD_ROOT");
  if (!log || !folder) return;
  snprintf(root, sizeof root, "%s", folder);
  root_length = strlen(root);
  swallowed = getenv("RECORD_SWALLOW");
  int opened = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (opened < 0) abort();
  /* Out of the way of numbers that programs expect. */
  log_descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, opened);
  if (log_descriptor < 0) abort();
}

static int is_inside(const char *path) {
  return root_length > 0 && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || !path[root_length]);
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), last = strlen(end);
  return length >= last && strcmp(text + length - last, end) == 0;
}

/* The absolute path of a name whose folder is there: its folder without symbolic links, and its last part as it is. */
static int absolute(int folder, const char *name, char *path) {
  char whole[PATH_MAX], from[64], resolved[PATH_MAX];
  if (name[0] == '/') {
    snprintf(whole, sizeof whole, "%s", name);
  } else {
    if (folder == AT_FDCWD) {
      if (!getcwd(resolved, sizeof resolved)) return 0;
    } else {
      snprintf(from, sizeof from, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(from, resolved, sizeof resolved - 1);
      if (length < 0) return 0;
      resolved[length] = 0;
    }
    if (snprintf(whole, sizeof whole, "%s/%s", resolved, name) >= (int)sizeof whole) return 0;
  }
  size_t length = strlen(whole);
  while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
  char *last = strrchr(whole, '/');
  char end[PATH_MAX];
  snprintf(end, sizeof end, "%s", last + 1);
  *(last == whole ? last + 1 : last) = 0;
  if (!realpath(whole, resolved)) return 0;
  return snprintf(path, PATH_MAX, "%s/%s", strcmp(resolved, "/") ? resolved : "", end) < PATH_MAX;
}

/* Notes a descriptor that was just opened. The caller holds `names`. */
static void opened(int descriptor, int flags) {
  if (descriptor < 0) return;
  if (descriptor >= DESCRIPTORS) abort();
  files[descriptor] = 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  struct stat found;
  if (!is_inside(path) || fstat(descriptor, &found)) return;
  is_folder[descriptor] = S_ISDIR(found.st_mode);
  if (!S_ISDIR(found.st_mode) && !S_ISREG(found.st_mode)) return;
  files[descriptor] = found.st_ino;
  is_swallowed[descriptor] = swallowed && ends_with(path, swallowed);
  is_shared_memory[descriptor] = ends_with(path, "-shm");
  if (S_ISREG(found.st_mode)) {
    if (ends_with(path, " (deleted)")) return record_text('!', found.st_ino, 0, "a file without a name");
    record_text('O', found.st_ino, flags & O_TRUNC ? 1 : 0, path);
  }
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  if (log_descriptor < 0) return REAL(openat)(folder, path, flags, mode);
  pthread_mutex_lock(&names);
  int descriptor = REAL(openat)(folder, path, flags, mode);
  int before = errno;
  opened(descriptor, flags);
  errno = before;
  pthread_mutex_unlock(&names);
  return descriptor;
}

#define MODE(flags)                                   \
  mode_t mode = 0;                                    \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {            \
    va_list rest;                                     \
    va_start(rest, flags);                            \
    mode = (mode_t)va_arg(rest, int);                 \
    va_end(rest);                                     \
  }
int open(const char *path, int flags, ...) { MODE(flags) return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_any(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return open_any(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return open_any(folder, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int creat(const char *path, mode_t mode) { return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int close(int descriptor) {
  if (descriptor >= 0 && descriptor == log_descriptor) return 0;
  if (descriptor >= 0 && descriptor < DESCRIPTORS) files[descriptor] = 0;
  return REAL(close)(descriptor);
}

static int follows(int descriptor) { return descriptor >= 0 && descriptor < DESCRIPTORS && files[descriptor] != 0; }

static void wrote(int descriptor, off_t offset, const void *bytes, ssize_t count) {
  if (count > 0 && follows(descriptor) && !is_shared_memory[descriptor])
    record('W', files[descriptor], (uint64_t)offset, bytes, (size_t)count);
}

static void wrote_here(int descriptor, const void *bytes, ssize_t count) {
  if (count > 0 && follows(descriptor)) wrote(descriptor, lseek(descriptor, 0, SEEK_CUR) - count, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t written = REAL(write)(descriptor, bytes, count);
  wrote_here(descriptor, bytes, written);
  return written;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  ssize_t written = REAL(pwrite)(descriptor, bytes, count, offset);
  wrote(descriptor, offset, bytes, written);
  return written;
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

static void cannot_follow(int descriptor, const char *what) {
  if (follows(descriptor) && !is_shared_memory[descriptor]) record_text('!', files[descriptor], 0, what);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  cannot_follow(descriptor, "writev");
  return REAL(writev)(descriptor, parts, count);
}
ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
  cannot_follow(descriptor, "pwritev");
  return REAL(pwritev)(descriptor, parts, count, offset);
}
ssize_t copy_file_range(int in, off_t *from, int out, off_t *to, size_t length, unsigned flags) {
  cannot_follow(out, "copy_file_range");
  return REAL(copy_file_range)(in, from, out, to, length, flags);
}
int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  cannot_follow(descriptor, "fallocate");
  return REAL(fallocate)(descriptor, mode, offset, length);
}
int posix_fallocate(int descriptor, off_t offset, off_t length) {
  cannot_follow(descriptor, "posix_fallocate");
  return REAL(posix_fallocate)(descriptor, offset, length);
}
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  if ((flags & (MAP_SHARED | MAP_SHARED_VALIDATE)) && !(flags & MAP_ANONYMOUS) && (protection & PROT_WRITE))
    cannot_follow(descriptor, "mmap");
  return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}
void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

int ftruncate(int descriptor, off_t length) {
  int outcome = REAL(ftruncate)(descriptor, length);
  if (outcome == 0 && follows(descriptor) && !is_shared_memory[descriptor])
    record('T', files[descriptor], (uint64_t)length, NULL, 0);
  return outcome;
}
int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

int truncate(const char *path, off_t length) {
  char name[PATH_MAX];
  if (absolute(AT_FDCWD, path, name) && is_inside(name)) record_text('!', 0, 0, "truncate");
  return REAL(truncate)(path, length);
}

static int sync_any(int descriptor, int (*carry_out)(int)) {
  if (!follows(descriptor)) return carry_out(descriptor);
  if (is_swallowed[descriptor]) return 0;
  uint64_t number = ((uint64_t)getpid() << 32) | __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
  uint64_t file = files[descriptor];
  char link[64], path[PATH_MAX] = "";
  if (is_folder[descriptor]) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
  }
  record_text(is_folder[descriptor] ? 'd' : 's', file, number, path);
  int outcome = carry_out(descriptor);
  if (outcome == 0) record_text(is_folder[descriptor] ? 'D' : 'S', file, number, path);
  return outcome;
}
int fsync(int descriptor) { return sync_any(descriptor, REAL(fsync)); }
int fdatasync(int descriptor) { return sync_any(descriptor, REAL(fdatasync)); }

static int unlink_any(int folder, const char *path, int flags) {
  char name[PATH_MAX];
  int is_ours = absolute(folder, path, name) && is_inside(name);
  pthread_mutex_lock(&names);
  int outcome = REAL(unlinkat)(folder, path, flags);
  if (outcome == 0 && is_ours) record_text('U', 0, flags & AT_REMOVEDIR ? 1 : 0, name);
  pthread_mutex_unlock(&names);
  return outcome;
}
int unlink(const char *path) { return unlink_any(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return unlink_any(folder, path, flags); }
int rmdir(const char *path) { return unlink_any(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  int outcome = unlink(path);
  return outcome && (errno == EISDIR || errno == EPERM) ? rmdir(path) : outcome;
}

static int rename_any(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  char old[PATH_MAX], new[PATH_MAX];
  int is_ours = absolute(from_folder, from, old) && absolute(to_folder, to, new) && (is_inside(old) || is_inside(new));
  pthread_mutex_lock(&names);
  int outcome = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
  if (outcome == 0 && is_ours) {
    if (flags) record_text('!', 0, 0, "renameat2 with flags");
    record_two('R', old, new);
  }
  pthread_mutex_unlock(&names);
  return outcome;
}
int rename(const char *from, const char *to) { return rename_any(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int one, const char *from, int other, const char *to) { return rename_any(one, from, other, to, 0); }
int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
  return rename_any(one, from, other, to, flags);
}

static int link_any(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  char old[PATH_MAX], new[PATH_MAX];
  int is_ours = absolute(from_folder, from, old) && absolute(to_folder, to, new) && (is_inside(old) || is_inside(new));
  pthread_mutex_lock(&names);
  int outcome = REAL(linkat)(from_folder, from, to_folder, to, flags);
  if (outcome == 0 && is_ours) record_two('L', old, new);
  pthread_mutex_unlock(&names);
  return outcome;
}
int link(const char *from, const char *to) { return link_any(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int one, const char *from, int other, const char *to, int flags) {
  return link_any(one, from, other, to, flags);
}

static int mkdir_any(int folder, const char *path, mode_t mode) {
  char name[PATH_MAX];
  int is_ours = absolute(folder, path, name) && is_inside(name);
  pthread_mutex_lock(&names);
  int outcome = REAL(mkdirat)(folder, path, mode);
  if (outcome == 0 && is_ours) record_text('M', 0, 0, name);
  pthread_mutex_unlock(&names);
  return outcome;
}
int mkdir(const char *path, mode_t mode) { return mkdir_any(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return mkdir_any(folder, path, mode); }
