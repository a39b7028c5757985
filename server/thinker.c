/* SPDX-License-Identifier: MIT
 * thinker.c - bots think in threads of their own, the workers. The loop never waits for them.
 *
 * The loop puts a Thought into the queue: a copy of what the seat sees and of what its player knows. A worker takes the
 * oldest, lets the player choose, and puts the Thought among those that are done; the loop collects it there. A chair
 * has one Thought at a time, so no table can crowd out the others. */
#include "thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "play.h"
#include "record.h"

enum {
    MAX_WORKERS = 64,
    NICE        = 5,                     /* how much the workers step back behind the loop */
    THINK_MS    = 40,                    /* what a bot has for one decision, ... */
    CROWD       = 8,                     /* ... half as much if so many wait, a third if twice as many, and so on */
    SEARCH_MS   = 100,                   /* a bot that searches seems to think at least so long */
    LATE_MS     = 60                     /* at most so long after it was found a late answer is played */
};

struct Thought {
    Thought *next;
    Room    *room;                       /* for the loop only; NULL: the table has gone, nobody waits for it */
    Seat     seat;
    bool     asked;                      /* false: the player only takes in what it heard */
    uint64_t decision;                   /* the one it was asked about */
    int64_t  ready;                      /* the move is not played before this, however quickly it was found, ... */
    int64_t  late;                       /* ... and so long after it was found, if that took longer */
    Budget   budget;
    Heard   *heard;                      /* what the player has to take in before it chooses */
    uint32_t player_no;
    Player   player;
    Move     move;
    char     word[MAX_WORD];
    _Alignas(16) uint8_t view[];
};

/* One event as the seat was told it, and what the seat saw then. */
struct Heard {
    Heard *next;
    Event  event;
    _Alignas(16) uint8_t view[];
};

typedef struct { Thought *first, **end; } Queue;

struct Workers {
    Server         *server;
    int             n;
    pthread_t       thread[MAX_WORKERS];
    pthread_mutex_t lock;                /* guards the rest */
    pthread_cond_t  some;
    Queue           queue, done;
    uint32_t        queued;
    bool            closing;
};

static void put(Queue *q, Thought *t)
{
    t->next = NULL;
    *q->end = t;
    q->end = &t->next;
}

/* ---- in the workers -------------------------------------------------------------------- */

/* Waits for the next thought; NULL: the server stops. Where many wait each is given less time, so that nobody waits
 * for long. */
static Thought *take(Workers *w)
{
    pthread_mutex_lock(&w->lock);
    while (!w->queue.first && !w->closing) pthread_cond_wait(&w->some, &w->lock);
    Thought *t = w->closing ? NULL : w->queue.first;
    if (t) {
        t->budget.microseconds = THINK_MS * 1000 / (1 + w->queued-- / CROWD);
        w->queue.first = t->next;
        if (!t->next) w->queue.end = &w->queue.first;
    }
    pthread_mutex_unlock(&w->lock);
    return t;
}

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* A bot that searches uses up its time when it has a choice. When it has none it must take as long and be as busy,
 * because the difference would show who holds a card. (Sleeping instead would show: the system treats a thread that
 * sleeps otherwise than one that works.) */
static void think(Thought *t)
{
    int64_t until = now_us() + t->budget.microseconds;
    for (const Heard *h = t->heard; h; h = h->next) player_hear(&t->player, h->view, &h->event);
    if (!t->asked) return;
    t->player.bot->choose(&t->player, t->view, t->budget, &t->move, t->word);
    while (t->player.bot == &bot_search && now_us() < until) continue;
}

static void *work(void *workers)
{
    Workers *w = workers;
    setpriority(PRIO_PROCESS, 0, NICE);  /* of this thread only: people go first */
    for (Thought *t; (t = take(w));) {
        think(t);
        pthread_mutex_lock(&w->lock);
        put(&w->done, t);
        pthread_mutex_unlock(&w->lock);
        uv_async_send(&w->server->thought);
    }
    return NULL;
}

/* ---- starting and stopping ------------------------------------------------------------- */

Workers *thinker_start(Server *s, int threads)
{
    Workers *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->server = s;
    w->queue.end = &w->queue.first;
    w->done.end = &w->done.first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->some, NULL);
    while (w->n < threads && w->n < MAX_WORKERS && !pthread_create(&w->thread[w->n], NULL, work, w)) w->n++;
    return w;
}

static void free_heard(Heard *h)
{
    for (Heard *next; h; h = next) {
        next = h->next;
        free(h);
    }
}

/* A thought and the chair it was asked for point to each other: whichever goes first clears the other's pointer. */
static void let_go(Thought *t)
{
    if (t->room) t->room->chair[t->seat].thought = NULL;
    t->room = NULL;
}

static void drop(Thought *t)
{
    for (Thought *next; t; t = next) {
        next = t->next;
        let_go(t);
        free_heard(t->heard);
        free(t);
    }
}

void thinker_stop(Workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_broadcast(&w->some);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->n; i++) pthread_join(w->thread[i], NULL);
    drop(w->queue.first);
    drop(w->done.first);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->some);
    free(w);
}

void thinker_forget(Room *r)
{
    for (Seat p = 0; p < MAX_SEATS; p++)
        if (r->chair[p].thought) let_go(r->chair[p].thought);
}

/* ---- what a seat is told --------------------------------------------------------------- */

void thinker_dismiss(Chair *c)
{
    free_heard(c->hearing.first);
    c->hearing = (Hearing){ NULL, NULL, 0 };
    free(c->player);
    c->player = NULL;
}

static bool ponders(const Player *p) { return p->bot->ponders && p->game->hunch && p->game->hunch->ponder; }

/* A bot that ponders takes its time over everything it is told. That is work for a worker, who does it before the bot
 * next chooses; until then what it was told waits in a list. */
void thinker_hear(Room *r, Seat p, const void *view, const Event *e)
{
    const Chair *c = &r->chair[p];
    Hearing *list = &r->chair[p].hearing;
    if (!ponders(c->player)) {
        player_hear(c->player, view, e);
        return;
    }
    Heard *h = malloc(sizeof *h + r->game->state_size);
    if (!h) abort();
    h->next = NULL;
    h->event = *e;
    memcpy(h->view, view, r->game->state_size);
    *(list->n++ ? &list->last->next : &list->first) = h;
    list->last = h;
}

/* A seat that is out of the round hears everything and is asked nothing, so its list would only grow. */
SeatSet thinker_behind(const Room *r)
{
    enum { MANY = 1000 };
    SeatSet behind = 0;
    for (Seat p = 0; p < r->options.seats; p++)
        if (r->chair[p].hearing.n > MANY && !r->chair[p].thought) behind |= SEAT_BIT(p);
    return behind;
}

static void hear(void *room, Seat seat, const void *view, const Event *e) { thinker_hear(room, seat, view, e); }

/* A new player knows what the seat was told in this round so far, and no more. */
void thinker_listen(Room *r, Seat p)
{
    static const Audience audience = { .hear = hear };
    Chair *c = &r->chair[p];
    uint64_t seed;
    random_bytes(&seed, sizeof seed);
    thinker_dismiss(c);
    if (!(c->player = malloc(sizeof *c->player))) abort();
    c->player_no = ++r->server->players;
    player_start(c->player, c->bot ? c->bot : &bot_sharp, r->game, p, seed);
    if (r->play->table.moves) record_retell(r, &audience, r, SEAT_BIT(p));
}

/* ---- asking, and taking the answer ------------------------------------------------------- */

int64_t thinker_draw(int low, int high)
{
    uint32_t lot;
    random_bytes(&lot, sizeof lot);
    return low + (int64_t)(lot % (uint32_t)(high - low + 1));
}

/* How long the bot seems to think. It is drawn before anybody looks at the cards, so it says nothing about them. A
 * bot that searches is never quicker than its search. */
static int64_t delay(const Room *r, const Bot *bot)
{
    const Pace *pace = &paces[r->pace];
    int64_t ms = thinker_draw(pace->low, pace->high);
    return bot == &bot_search && ms < SEARCH_MS ? SEARCH_MS : ms;
}

static Thought *new_thought(Room *r, Seat p)
{
    Chair *c = &r->chair[p];
    Thought *t = calloc(1, sizeof *t + r->game->state_size);
    if (!t) abort();
    t->room = r;
    t->seat = p;
    t->asked = play_asked(r) >> p & 1;
    t->decision = r->play->decision;
    t->player = *c->player;
    t->player_no = c->player_no;
    t->heard = c->hearing.first;
    c->hearing = (Hearing){ NULL, NULL, 0 };
    t->ready = (r->shown > r->opened ? r->shown : r->opened) + delay(r, t->player.bot);
    t->late = thinker_draw(0, LATE_MS);
    r->game->observe(r->play->table.state, p, t->view);
    return t;
}

static void ask_worker(Room *r, Seat p)
{
    Workers *w = r->server->workers;
    Chair *c = &r->chair[p];
    if (c->thought) return;
    if (!c->player) thinker_listen(r, p);
    c->thought = new_thought(r, p);
    pthread_mutex_lock(&w->lock);
    put(&w->queue, c->thought);
    w->queued++;
    pthread_cond_signal(&w->some);
    pthread_mutex_unlock(&w->lock);
}

/* Bots are asked in random order: where the workers are busy, whoever is asked first answers first, and that must not
 * be the same chair every time. */
void thinker_ask(Room *r, SeatSet bots)
{
    while (bots) {
        uint32_t lot;
        Seat p;
        random_bytes(&lot, sizeof lot);
        lot %= (uint32_t)__builtin_popcount(bots);
        EACH_SEAT(p, bots)
            if (!lot--) break;
        ask_worker(r, p);
        bots &= (SeatSet)~SEAT_BIT(p);
    }
}

/* The answer to a decision that has passed is dropped, and so is that of a player who is not on this chair any more:
 * people and bots change places, and the next round may be of another game, whose memory means something else. The
 * room asks again if it must. One that is found later than it was to be played is not played at once, but after a time
 * that was drawn beforehand as well: otherwise the milliseconds would show whether the bot had anything to think
 * about. */
static void take_answer(Thought *t)
{
    Room *r = t->room;
    if (!r) return;
    Chair *c = &r->chair[t->seat];
    int64_t now = steady_ms(r->server);
    let_go(t);
    bool same = c->player && c->player_no == t->player_no;
    if (same && ponders(c->player)) *c->player = t->player;
    if (same && t->asked && r->phase == PLAYING && t->decision == r->play->decision) {
        c->player->dice = t->player.dice;
        c->chosen = t->move;
        free(c->word);
        c->word = strdup(t->word);
        c->ready = t->ready > now ? t->ready : now + t->late;
    }
    r->server->counts.thoughts++;
    room_run(r);
}

void thinker_collect(Server *s)
{
    Workers *w = s->workers;
    pthread_mutex_lock(&w->lock);
    Thought *done = w->done.first;
    w->done.first = NULL;
    w->done.end = &w->done.first;
    pthread_mutex_unlock(&w->lock);
    for (Thought *t = done; t; t = t->next) take_answer(t);
    drop(done);
}
