/* SPDX-License-Identifier: MIT
 *
 * tally.c - how many commits were made, and whether they are all still there.
 *
 * SQLite reads its write-ahead log up to the first frame that does not add up and takes the
 * rest for a write that was never finished. After a crash that is right. But when the log was
 * damaged, cut or removed, finished commits disappear the same way, without a word. The frames
 * themselves cannot tell the two apart: when a commit's sync fails, SQLite takes the commit
 * back and writes the next one over its beginning; if that one is shorter, whole and well
 * summed frames of the refused one stay behind it, commit marks included.
 *
 * So the commits are counted. Every commit writes its own number into the table `ledger`, as
 * one line of fixed length, and number N is not written before N - 1 is on disk. Hence:
 *
 * - If SQLite ends with number M, the log may hold M + 1 (refused, unfinished, or torn by a
 *   crash) and, left over, any number up to M. It holds M + 2 only if M + 1 was finished and
 *   cannot be read any more: a loss. That is tally_in_log(); salts and sums do not matter.
 * - A file beside the database (path + "-count") gets the same line after the commit is on disk
 *   and before anybody is told of it. If it says more than M, commits that were promised are
 *   gone. It is not synced with every commit, which would cost as much again as the commit:
 *   what was written survives the end of the process at once, a power cut after some seconds.
 *
 * So after the process was killed every missing commit is noticed; after a power cut all but
 * those of the last seconds; and damage in the log's middle always. What is not noticed: the
 * last seconds' commits if the log loses them in a power cut although the disk said they were
 * safe, and anything at all if "-count" is removed together with the end of the log. */
#include "tally.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tally_print(const Tally *t, char line[TALLY_LINE + 1])
{
    uint64_t at = t->at < 0 ? 0 : (uint64_t)t->at % 10000000000000000;
    snprintf(line, TALLY_LINE + 1, "commit %020" PRIu64 " at %016" PRIu64, t->commits, at);
}

/* Takes only what tally_print() would write. */
bool tally_read(const char *line, size_t n, Tally *t)
{
    char copy[TALLY_LINE + 1], again[TALLY_LINE + 1];
    Tally got;
    if (n < TALLY_LINE) return false;
    memcpy(copy, line, TALLY_LINE);
    copy[TALLY_LINE] = 0;
    if (sscanf(copy, "commit %20" SCNu64 " at %16" SCNd64, &got.commits, &got.at) != 2) return false;
    tally_print(&got, again);
    if (memcmp(copy, again, TALLY_LINE)) return false;
    *t = got;
    return true;
}

/* ---- the file beside the database ----------------------------------------------------------- */

static void name_of(const char *path, const char *end, char name[1200]) { snprintf(name, 1200, "%s%s", path, end); }

Tally tally_beside(const char *path)
{
    char name[1200], line[TALLY_LINE];
    Tally t = { 0, 0 };
    name_of(path, "-count", name);
    FILE *f = fopen(name, "rb");
    if (!f) return t;
    tally_read(line, fread(line, 1, sizeof line, f), &t);
    fclose(f);
    return t;
}

int tally_open(const char *path)
{
    char name[1200];
    name_of(path, "-count", name);
    return open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
}

/* If this fails the disk does, and the next commit will say so; so it is passed over here. */
void tally_write(int fd, const Tally *t)
{
    char line[TALLY_LINE + 1];
    tally_print(t, line);
    line[TALLY_LINE] = '\n';
    if (pwrite(fd, line, sizeof line, 0) < 0) return;
}

void tally_sync(int fd)
{
    if (fdatasync(fd)) return;
}

/* ---- the log (its format: sqlite.org/fileformat2.html) ----------------------------------------- */

enum { HEAD = 32, FRAME_HEAD = 24, LEAF = 13, CELL_HEAD = 5, BIGGEST_PAGE = 65536 };

static uint32_t big_endian(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The ledger is one leaf with one row. Before the row's text stand five bytes: the lengths of
 * the row and of its head, its number, and the kinds of its two columns. */
static bool page_tally(const uint8_t *page, size_t n, Tally *t)
{
    if (page[0] != LEAF || page[3] || page[4] != 1) return false;
    size_t at = ((size_t)page[8] << 8 | page[9]) + CELL_HEAD;
    return at < n && tally_read((const char *)page + at, n - at, t);
}

Tally tally_in_log(const char *path, size_t page, uint32_t root)
{
    char name[1200];
    Tally most = { 0, 0 }, t;
    name_of(path, "-wal", name);
    FILE *f = page >= 512 && page <= BIGGEST_PAGE ? fopen(name, "rb") : NULL;
    if (!f) return most;
    uint8_t *frame = malloc(FRAME_HEAD + page);
    if (!frame) abort();
    if (fread(frame, 1, HEAD, f) == HEAD)
        while (fread(frame, 1, FRAME_HEAD + page, f) == FRAME_HEAD + page) {
            bool ledger = !root || big_endian(frame) == root;
            if (ledger && page_tally(frame + FRAME_HEAD, page, &t) && t.commits > most.commits) most = t;
        }
    free(frame);
    fclose(f);
    return most;
}
