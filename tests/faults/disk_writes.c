/* Writes down, in order, all that a process writes to the files of one folder.
 *
 * Preloaded before the C library, it stands between a program (Python, and SQLite inside it) and the
 * calls that change files: each is carried out, and then told in the file that DISK_WRITES names.
 * Files whose names end in -shm are left out: they are memory that is shared, and no power cut
 * leaves anything of them.
 *
 * One record: the kind (1 byte), the length of the name (2), the offset (8), the length of the data
 * (4), all little-endian as on every machine this runs on; then the name without the folder, and
 * the data. Kinds: c created empty, w written, t truncated to the offset, s synced, u unlinked,
 * r renamed to the name that is the data.
 *
 * If DISK_DIE_AT is a number, the process gets SIGKILL right after so many changes.
 *
 * Ref: ld.so(8), "LD_PRELOAD"; dlsym(3), "RTLD_NEXT"
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES_MAX 1024
#define NAME_MAX_LENGTH 256

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static char names[FILES_MAX][NAME_MAX_LENGTH]; /* by file descriptor; empty: none of ours */
static int told = -1;
static long changes = 0;

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The name without the folder, or NULL for a file that is none of ours. */
static const char *ours(const char *path)
{
    const char *folder = getenv("DISK_FOLDER");
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(path, folder, length) || path[length] != '/')
        return NULL;
    const char *name = path + length + 1;
    size_t end = strlen(name);
    if (!end || end >= NAME_MAX_LENGTH || strchr(name, '/'))
        return NULL;
    if (end > 4 && !strcmp(name + end - 4, "-shm"))
        return NULL;
    return name;
}

static void put(const void *data, size_t length)
{
    const char *at = data;
    while (length) {
        ssize_t count = syscall(SYS_write, told, at, length);
        if (count < 0)
            abort();
        at += count;
        length -= (size_t)count;
    }
}

static void tell(char kind, const char *name, int64_t offset, const void *data, size_t length)
{
    int kept = errno;
    if (told < 0)
        told = (int)syscall(SYS_openat, AT_FDCWD, getenv("DISK_WRITES"),
                            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    uint16_t name_length = (uint16_t)strlen(name);
    uint32_t data_length = (uint32_t)length;
    put(&kind, 1);
    put(&name_length, 2);
    put(&offset, 8);
    put(&data_length, 4);
    put(name, name_length);
    put(data, length);
    const char *last = getenv("DISK_DIE_AT");
    if (last && ++changes == atol(last))
        kill(getpid(), SIGKILL);
    errno = kept;
}

static const char *name_of(int file)
{
    return file >= 0 && file < FILES_MAX && names[file][0] ? names[file] : NULL;
}

/* ------------------------------------------------------------------ opening */
static int opened(const char *which, const char *path, int flags, mode_t mode)
{
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))next(which);
    const char *name = ours(path);
    if (!name)
        return real(path, flags, mode);
    pthread_mutex_lock(&guard);
    struct stat found;
    int is_new = stat(path, &found) != 0;
    int file = real(path, flags, mode);
    if (file >= 0 && file < FILES_MAX) {
        strcpy(names[file], name);
        if (is_new)
            tell('c', name, 0, "", 0);
        else if (flags & O_TRUNC)
            tell('t', name, 0, "", 0);
    }
    pthread_mutex_unlock(&guard);
    return file;
}

static mode_t mode_in(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_in(flags, more);
    va_end(more);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_in(flags, more);
    va_end(more);
    return opened("open64", path, flags, mode);
}

int close(int file)
{
    int (*real)(int) = (int (*)(int))next("close");
    pthread_mutex_lock(&guard);
    if (file >= 0 && file < FILES_MAX)
        names[file][0] = 0;
    pthread_mutex_unlock(&guard);
    return real(file);
}

/* ------------------------------------------------------------------ changing */
ssize_t write(int file, const void *data, size_t length)
{
    ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))next("write");
    pthread_mutex_lock(&guard);
    const char *name = name_of(file);
    int64_t offset = name ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t count = real(file, data, length);
    if (name && count > 0)
        tell('w', name, offset, data, (size_t)count);
    pthread_mutex_unlock(&guard);
    return count;
}

static ssize_t written(const char *which, int file, const void *data, size_t length, off_t offset)
{
    ssize_t (*real)(int, const void *, size_t, off_t) =
        (ssize_t(*)(int, const void *, size_t, off_t))next(which);
    pthread_mutex_lock(&guard);
    ssize_t count = real(file, data, length, offset);
    if (name_of(file) && count > 0)
        tell('w', name_of(file), offset, data, (size_t)count);
    pthread_mutex_unlock(&guard);
    return count;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset)
{
    return written("pwrite", file, data, length, offset);
}

ssize_t pwrite64(int file, const void *data, size_t length, off_t offset)
{
    return written("pwrite64", file, data, length, offset);
}

static int truncated(const char *which, int file, off_t length)
{
    int (*real)(int, off_t) = (int (*)(int, off_t))next(which);
    pthread_mutex_lock(&guard);
    int result = real(file, length);
    if (name_of(file) && result == 0)
        tell('t', name_of(file), length, "", 0);
    pthread_mutex_unlock(&guard);
    return result;
}

int ftruncate(int file, off_t length)
{
    return truncated("ftruncate", file, length);
}

int ftruncate64(int file, off_t length)
{
    return truncated("ftruncate64", file, length);
}

static int synced(const char *which, int file)
{
    int (*real)(int) = (int (*)(int))next(which);
    pthread_mutex_lock(&guard);
    int result = real(file);
    if (name_of(file) && result == 0)
        tell('s', name_of(file), 0, "", 0);
    pthread_mutex_unlock(&guard);
    return result;
}

int fsync(int file)
{
    return synced("fsync", file);
}

int fdatasync(int file)
{
    return synced("fdatasync", file);
}

/* ------------------------------------------------------------------ names */
int unlink(const char *path)
{
    int (*real)(const char *) = (int (*)(const char *))next("unlink");
    pthread_mutex_lock(&guard);
    int result = real(path);
    if (ours(path) && result == 0)
        tell('u', ours(path), 0, "", 0);
    pthread_mutex_unlock(&guard);
    return result;
}

int rename(const char *path, const char *to)
{
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))next("rename");
    pthread_mutex_lock(&guard);
    int result = real(path, to);
    if (ours(path) && ours(to) && result == 0)
        tell('r', ours(path), 0, ours(to), strlen(ours(to)));
    pthread_mutex_unlock(&guard);
    return result;
}
