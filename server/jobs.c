/* SPDX-License-Identifier: MIT
 * jobs.c - what the store has answered goes to whoever asked. */
#include "jobs.h"

#include "look.h"
#include "nodes.h"
#include "push.h"
#include "wake.h"

static bool written(StoreJob *j)
{
    if (j->outcome == STORE_REFUSED) server_log("error", "a table could not be stored", j->owner, j->why.text);
    return room_stored(j->owner, j);
}

/* False: the job was handed in again. */
static bool hear(Server *s, StoreJob *j)
{
    if (j->table == store_key) return pushkey_heard(s, j), true;
    switch (j->kind) {
    case STORE_WRITE:   return written(j);
    case STORE_CLAIM:   return room_woken(j->owner, j), true;
    case STORE_LOOK:    return look_done(j), true;
    case STORE_ADOPT:   return nodes_adopted(s, j), true;
    case STORE_GONE:    return nodes_gone(s), true;
    case STORE_PEERS:   return nodes_hear(s, j), true;
    case STORE_RELEASE: case STORE_LIST: case STORE_OLD: case STORE_LOOSE: case STORE_PACK: case STORE_DROP: break;
    }
    return true;
}

void jobs_hear(Server *s)
{
    for (StoreJob *j = s->store ? store_done(s->store) : NULL, *next; j; j = next) {
        next = j->next;
        if (hear(s, j)) store_job_free(j);
    }
}
