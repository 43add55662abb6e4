/* Preloaded into every process of a record: its clocks stand still, its random numbers are counted, and whoever waits
   for a time waits until the recorder says that it has come. What is shared with the recorder is `struct shared`;
   clockwork.py reads it by the same layout. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define SLOTS 1024
enum { FREE, TAKEN, WAITING, RELEASED };

struct slot {
  _Atomic uint32_t state, pid, thread, woken;
  _Atomic int64_t deadline, order;
};
struct shared {
  _Atomic uint32_t bell, reserved;
  _Atomic int64_t wall, monotonic;
  _Atomic uint64_t seed, draws, orders;
  struct slot slots[SLOTS];
};

/* What a slot's owner waits with; of this process alone. */
struct waiting {
  pthread_cond_t *condition;
  pthread_mutex_t *mutex;
  sem_t *semaphore;
  int timer;
};

static struct shared *shared;
static struct waiting waiting[SLOTS];
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static int (*real_post)(sem_t *);
static int (*real_open)(const char *, int, ...);
static long (*real_syscall)(long, ...);

static int64_t nanoseconds(const struct timespec *time) { return time->tv_sec * SECOND + time->tv_nsec; }

/* A deadline by the monotonic clock. One by the wall clock is known by its size. */
static int64_t deadline_of(const struct timespec *time) {
  int64_t instant = nanoseconds(time);
  return time->tv_sec > 1000000000 ? instant - shared->wall + shared->monotonic : instant;
}

static int slot_for(int64_t deadline, struct waiting with) {
  for (int index = 0; index < SLOTS; index++) {
    uint32_t expected = FREE;
    if (!atomic_compare_exchange_strong(&shared->slots[index].state, &expected, TAKEN)) continue;
    struct slot *slot = &shared->slots[index];
    waiting[index] = with;
    slot->woken = 0;
    slot->pid = getpid();
    slot->thread = (uint32_t)real_syscall(SYS_gettid);
    slot->deadline = deadline;
    slot->order = atomic_fetch_add(&shared->orders, 1);
    slot->state = WAITING;
    return index;
  }
  abort();
}

static void wake(struct slot *slot) {
  slot->woken++;
  real_syscall(SYS_futex, &slot->woken, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Wakes those of this process whose time has come. */
static void *ring(void *unused) {
  uint32_t heard = shared->bell;
  while (1) {
    real_syscall(SYS_futex, &shared->bell, FUTEX_WAIT, heard, NULL, NULL, 0);
    heard = shared->bell;
    for (int index = 0; index < SLOTS; index++) {
      struct slot *slot = &shared->slots[index];
      if (slot->state != RELEASED || slot->pid != (uint32_t)getpid()) continue;
      struct waiting with = waiting[index];
      if (with.semaphore) {
        wake(slot);
      } else if (slot->woken++) {
        continue;
      } else if (with.condition) {
        pthread_mutex_lock(with.mutex);
        pthread_cond_broadcast(with.condition);
        pthread_mutex_unlock(with.mutex);
      } else {
        struct itimerspec now = {.it_value = {.tv_nsec = 1}};
        real_settime(with.timer, 0, &now, NULL);
        slot->state = FREE;
      }
    }
  }
  return unused;
}

/* Other libraries' initialisers may come first. */
static void prepare(void) {
  if (shared) return;
  real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
  real_post = dlsym(RTLD_NEXT, "sem_post");
  real_open = dlsym(RTLD_NEXT, "open");
  real_syscall = dlsym(RTLD_NEXT, "syscall");
  const char *path = getenv("CLOCKWORK");
  int file = path ? real_open(path, O_RDWR | O_CLOEXEC) : -1;
  void *memory = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) abort();
  close(file);
  shared = memory;
}

__attribute__((constructor)) static void begin(void) {
  prepare();
  /* Nobody would let its time go on. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* One thread at a time, and who wakes another one goes on first: threads that race have the same winner each time. */
  cpu_set_t cpus, one;
  if (sched_getaffinity(0, sizeof cpus, &cpus) == 0) {
    int first = 0;
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &cpus)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  /* Only root may ask for the first; the second one is nearly as good on a machine with little else to do. */
  struct sched_param least = {.sched_priority = 1}, none = {0};
  if (sched_setscheduler(0, SCHED_FIFO, &least) != 0) sched_setscheduler(0, SCHED_BATCH, &none);
  pthread_t helper;
  if (pthread_create(&helper, NULL, ring, NULL)) abort();
  pthread_setname_np(helper, "clockwork");
}

/* Clocks */

int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t now;
  prepare();
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
    now = 0;
  } else {
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    now = is_wall ? shared->wall : shared->monotonic;
  }
  time->tv_sec = now / SECOND;
  time->tv_nsec = now % SECOND;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  prepare();
  time->tv_sec = shared->wall / SECOND;
  time->tv_usec = shared->wall % SECOND / 1000;
  return 0;
}

time_t time(time_t *result) {
  prepare();
  time_t now = shared->wall / SECOND;
  if (result) *result = now;
  return now;
}

/* A machine whose clock somebody keeps. */
int adjtimex(struct timex *facts) {
  memset(facts, 0, sizeof *facts);
  facts->time.tv_sec = shared->wall / SECOND;
  return TIME_OK;
}

/* Waits */

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  int64_t deadline = deadline_of(until);
  if (deadline <= shared->monotonic) {
    pthread_mutex_unlock(mutex);
    pthread_mutex_lock(mutex);
    return ETIMEDOUT;
  }
  int index = slot_for(deadline, (struct waiting){.condition = condition, .mutex = mutex});
  struct slot *slot = &shared->slots[index];
  pthread_cond_wait(condition, mutex);
  int is_over = slot->state == RELEASED;
  slot->state = FREE;
  return is_over ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, clockid_t clock,
                           const struct timespec *restrict until) {
  (void)clock;
  return pthread_cond_timedwait(condition, mutex, until);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  if (sem_trywait(semaphore) == 0) return 0;
  int64_t deadline = deadline_of(until);
  if (deadline <= shared->monotonic) {
    errno = ETIMEDOUT;
    return -1;
  }
  int index = slot_for(deadline, (struct waiting){.semaphore = semaphore});
  struct slot *slot = &shared->slots[index];
  int result = -1;
  while (1) {
    uint32_t woken = slot->woken;
    if ((result = sem_trywait(semaphore)) == 0 || slot->state == RELEASED) break;
    real_syscall(SYS_futex, &slot->woken, FUTEX_WAIT, woken, NULL, NULL, 0);
  }
  slot->state = FREE;
  if (result != 0) errno = ETIMEDOUT;
  return result;
}

/* Those who wait for a time do not wait within the semaphore. */
int sem_post(sem_t *semaphore) {
  prepare();
  int result = real_post(semaphore);
  for (int index = 0; index < SLOTS; index++) {
    struct slot *slot = &shared->slots[index];
    if (slot->state == WAITING && slot->pid == (uint32_t)getpid() && waiting[index].semaphore == semaphore) wake(slot);
  }
  return result;
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until) {
  (void)clock;
  return sem_timedwait(semaphore, until);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  for (int index = 0; index < SLOTS; index++) {
    struct slot *slot = &shared->slots[index];
    if (slot->state == WAITING && slot->pid == (uint32_t)getpid() && waiting[index].timer == timer &&
        !waiting[index].condition && !waiting[index].semaphore)
      slot->state = FREE;
  }
  if (nanoseconds(&new->it_value) == 0) return real_settime(timer, flags, new, old);
  int64_t deadline = flags & (TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
                         ? deadline_of(&new->it_value)
                         : shared->monotonic + nanoseconds(&new->it_value);
  struct itimerspec soon = {.it_value = {.tv_nsec = 1}}, never = {0};
  if (deadline <= shared->monotonic) return real_settime(timer, 0, &soon, old);
  slot_for(deadline, (struct waiting){.timer = timer});
  return real_settime(timer, 0, &never, old);
}

/* Chance: what is drawn depends on the step at hand and on what was drawn before within it. */

static uint64_t draw(void) {
  prepare();
  uint64_t x = shared->seed + 0x9e3779b97f4a7c15 * (1 + atomic_fetch_add(&shared->draws, 1));
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

static void fill(void *buffer, size_t size) {
  for (size_t done = 0; done < size; done += 8) {
    uint64_t value = draw();
    memcpy((char *)buffer + done, &value, size - done < 8 ? size - done : 8);
  }
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  (void)flags;
  fill(buffer, size);
  return (ssize_t)size;
}

int getentropy(void *buffer, size_t size) {
  fill(buffer, size);
  return 0;
}

void arc4random_buf(void *buffer, size_t size) { fill(buffer, size); }

uint32_t arc4random(void) { return (uint32_t)draw(); }

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  prepare();
  if (number == SYS_getrandom) return getrandom((void *)a, (size_t)b, (unsigned)c);
  return real_syscall(number, a, b, c, d, e, f);
}

/* Files in which the kernel tells a time or a number by chance. */

static int made_up(const char *path) {
  char text[512];
  if (!strcmp(path, "/proc/uptime")) {
    snprintf(text, sizeof text, "%lld.00 0.00\n", (long long)(shared->monotonic / SECOND));
  } else if (!strcmp(path, "/proc/sys/kernel/random/boot_id")) {
    strcpy(text, "00000000-0000-4000-8000-000000000000\n");
  } else if (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random")) {
    fill(text, sizeof text);
    int file = memfd_create("random", MFD_CLOEXEC);
    if (write(file, text, sizeof text) < 0) abort();
    lseek(file, 0, SEEK_SET);
    return file;
  } else {
    return -1;
  }
  int file = memfd_create("file", MFD_CLOEXEC);
  if (write(file, text, strlen(text)) < 0) abort();
  lseek(file, 0, SEEK_SET);
  return file;
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  prepare();
  int file = made_up(path);
  return file >= 0 ? file : real_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = va_arg(list, mode_t);
  va_end(list);
  return open(path, flags, mode);
}
