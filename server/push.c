/* SPDX-License-Identifier: MIT
 * push.c - the thread that sends notices. libcurl sends many at a time, so that a push service that hangs keeps nobody
 * else waiting.
 *
 * The other side is chosen by a stranger, so nothing about it is trusted: no redirects, no proxy, only addresses that
 * are open to everybody (reach.h), little time, and only a few bytes of what it answers. */
#include "push.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "limits.h"

enum {
    A_SECOND    = 20,                    /* parcels, in the long run */
    CONNECT_MS  = 5000,
    WHOLE_MS    = 10000,                 /* for the whole exchange */
    ABREAST     = 256,                   /* sent at a time: more than can begin in WHOLE_MS, so that none has to wait
                                          * for others, even if all of them hang */
    MAX_ANSWER  = 16384,                 /* bytes of an answer, headers included */
    POLL_MS     = 1000,
    TOKEN_HOURS = 12,                    /* a token is good for; a day is the most that services take */
    PADDED      = MAX_NOTICE             /* all texts are made as long as this */
};

/* A parcel being sent. */
typedef struct {
    Parcel            *parcel;
    Push              *push;
    CURL              *easy;
    struct curl_slist *head;
    size_t             heard;            /* bytes of the answer */
    bool               barred;           /* its address is not one that everybody can reach */
    uint8_t            body[SEAL_HEAD + PADDED + SEAL_TAIL];
} Sending;

typedef struct { Parcel *first, **end; } Parcels;

struct Push {
    Server         *server;
    SealKey         key;
    char            letters[POINT_LETTERS];
    const char     *contact;
    bool            local;               /* any address will do, and http */
    CURLM          *multi;
    Sending        *sending[ABREAST];    /* the thread's own */
    Ration          ration;              /* the loop's own */
    pthread_t       thread;
    pthread_mutex_t lock;                /* guards the rest */
    Parcels         queue, done;
    bool            closing;
};

/* ---- one parcel: in the thread -------------------------------------------------------------- */

static curl_socket_t open_socket(void *sending, curlsocktype purpose, struct curl_sockaddr *to)
{
    Sending *s = sending;
    (void)purpose;
    s->barred = !s->push->local && !reach_public(&to->addr);
    return s->barred ? CURL_SOCKET_BAD : socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* A push service has nothing to say but its status. Whoever goes on for too long is cut off. */
static size_t hear_answer(char *bytes, size_t size, size_t n, void *sending)
{
    Sending *s = sending;
    (void)bytes;
    s->heard += size * n;
    return s->heard > MAX_ANSWER ? 0 : size * n;
}

static void add_header(Sending *s, const char *line)
{
    struct curl_slist *head = curl_slist_append(s->head, line);
    if (!head) abort();
    s->head = head;
}

static bool write_headers(Sending *s)
{
    const Push *p = s->push;
    char origin[MAX_ORIGIN], token[1500], line[64];
    Text t = text_into(token, sizeof token);
    text_add(&t, "Authorization: ");
    if (!reach_url(s->parcel->endpoint, p->local, origin)
        || !seal_token(&p->key, origin, (int64_t)time(NULL) + TOKEN_HOURS * 3600, p->contact, &t)) return false;
    add_header(s, token);
    snprintf(line, sizeof line, "TTL: %ld", s->parcel->seconds);
    add_header(s, line);
    snprintf(line, sizeof line, "Topic: %s", s->parcel->topic);
    add_header(s, line);
    add_header(s, "Urgency: high");
    add_header(s, "Content-Encoding: aes128gcm");
    add_header(s, "Content-Type: application/octet-stream");
    add_header(s, "Expect:");
    return true;
}

static bool seal(Sending *s)
{
    const Parcel *p = s->parcel;
    size_t n = strlen(p->text);
    SealKey once;
    uint8_t salt[SEAL_SALT];
    random_bytes(salt, sizeof salt);
    return seal_make(&once) && seal_text(&p->to, &once, salt, p->text, n, PADDED - n, s->body);
}

static void aim(Sending *s)
{
    CURL *e = s->easy;
    const char *schemes = s->push->local ? "https,http" : "https";
    curl_easy_setopt(e, CURLOPT_PRIVATE, s);
    curl_easy_setopt(e, CURLOPT_URL, s->parcel->endpoint);
    curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, schemes);
    curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(e, CURLOPT_PROXY, "");
    curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(e, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(e, CURLOPT_OPENSOCKETDATA, s);
    curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, hear_answer);
    curl_easy_setopt(e, CURLOPT_WRITEDATA, s);
    curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, hear_answer);
    curl_easy_setopt(e, CURLOPT_HEADERDATA, s);
    curl_easy_setopt(e, CURLOPT_USERAGENT, "ninelives/" NINELIVES_VERSION);
    curl_easy_setopt(e, CURLOPT_POSTFIELDS, s->body);
    curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE, (long)sizeof s->body);
    curl_easy_setopt(e, CURLOPT_HTTPHEADER, s->head);
}

/* ---- coming and going --------------------------------------------------------------------------- */

static void put(Parcels *list, Parcel *p)
{
    p->next = NULL;
    *list->end = p;
    list->end = &p->next;
}

static void hand_back(Push *p, Parcel *parcel)
{
    pthread_mutex_lock(&p->lock);
    put(&p->done, parcel);
    pthread_mutex_unlock(&p->lock);
    uv_async_send(&p->server->pushed);
}

static void free_sending(Sending *s)
{
    if (s->easy) curl_easy_cleanup(s->easy);
    curl_slist_free_all(s->head);
    free(s);
}

/* A place for another parcel; NULL: all are taken. */
static Sending **free_place(Push *p)
{
    for (int i = 0; i < ABREAST; i++)
        if (!p->sending[i]) return &p->sending[i];
    return NULL;
}

static void begin(Push *p, Sending **place, Parcel *parcel)
{
    Sending *s = calloc(1, sizeof *s);
    if (!s || !(s->easy = curl_easy_init())) abort();
    s->push = p;
    s->parcel = parcel;
    bool sealed = write_headers(s) && seal(s);
    if (sealed && !parcel->mute) {
        aim(s);
        curl_multi_add_handle(p->multi, s->easy);
        *place = s;
        return;
    }
    parcel->outcome = sealed ? PUSH_SENT : PUSH_GONE;
    if (!sealed) why(&parcel->why, "its key or its address is none");
    free_sending(s);
    hand_back(p, parcel);
}

/* By the status: RFC 8030 names 404 and 410 for what is no more. Other refusals may pass: of a token whose time is
 * wrong because a clock is, or from somebody in between who wants to be paid first. */
static void judge(Sending *s, CURLcode result)
{
    long status = 0;
    Parcel *p = s->parcel;
    curl_easy_getinfo(s->easy, CURLINFO_RESPONSE_CODE, &status);
    bool never = status == 404 || status == 410 || (s->barred && !status);
    p->outcome = status >= 200 && status < 300 ? PUSH_SENT : never ? PUSH_GONE : PUSH_FAILED;
    if (s->barred && !status) why(&p->why, "its address is not open to everybody");
    else if (status) why(&p->why, "status %ld", status);
    else why(&p->why, "%.80s", curl_easy_strerror(result));
}

static void end(Push *p, CURL *easy, CURLcode result)
{
    Sending *s = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&s);
    judge(s, result);
    curl_multi_remove_handle(p->multi, easy);
    for (int i = 0; i < ABREAST; i++)
        if (p->sending[i] == s) p->sending[i] = NULL;
    hand_back(p, s->parcel);
    free_sending(s);
}

/* The next parcel, if there is one; `closing`: the server stops. */
static Parcel *take(Push *p, bool *closing)
{
    pthread_mutex_lock(&p->lock);
    *closing = p->closing;
    Parcel *parcel = p->queue.first;
    if (parcel && !(p->queue.first = parcel->next)) p->queue.end = &p->queue.first;
    pthread_mutex_unlock(&p->lock);
    return parcel;
}

static bool begin_all(Push *p)
{
    bool closing = false;
    Sending **place;
    for (Parcel *parcel; (place = free_place(p)) && (parcel = take(p, &closing));) begin(p, place, parcel);
    if (!place) pthread_mutex_lock(&p->lock), closing = p->closing, pthread_mutex_unlock(&p->lock);
    return !closing;
}

static void *run(void *push)
{
    Push *p = push;
    CURLMsg *m;
    int n;
    while (begin_all(p)) {
        curl_multi_perform(p->multi, &n);
        while ((m = curl_multi_info_read(p->multi, &n)))
            if (m->msg == CURLMSG_DONE) end(p, m->easy_handle, m->data.result);
        curl_multi_poll(p->multi, NULL, 0, POLL_MS, NULL);
    }
    return NULL;
}

/* ---- the loop's side ---------------------------------------------------------------------------------- */

Push *push_start(Server *s, const SealKey *key)
{
    Push *p = calloc(1, sizeof *p);
    const char *url = s->settings.public_url;
    if (!p || curl_global_init(CURL_GLOBAL_DEFAULT) || !(p->multi = curl_multi_init())) abort();
    p->server = s;
    p->key = *key;
    p->local = s->settings.push_local;
    p->contact = url && !strncmp(url, "https://", 8) ? url : NULL;
    p->queue.end = &p->queue.first;
    p->done.end = &p->done.first;
    Text t = text_into(p->letters, sizeof p->letters);
    seal_letters(&t, key->point, SEAL_POINT);
    pthread_mutex_init(&p->lock, NULL);
    if (!pthread_create(&p->thread, NULL, run, p)) return p;
    curl_multi_cleanup(p->multi);
    free(p);
    return NULL;
}

static void free_parcels(Parcel *p)
{
    for (Parcel *next; p; p = next) next = p->next, free(p);
}

void push_stop(Push *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    pthread_mutex_unlock(&p->lock);
    curl_multi_wakeup(p->multi);
    pthread_join(p->thread, NULL);
    for (int i = 0; i < ABREAST; i++) {
        if (!p->sending[i]) continue;
        curl_multi_remove_handle(p->multi, p->sending[i]->easy);
        free(p->sending[i]->parcel);
        free_sending(p->sending[i]);
    }
    free_parcels(p->queue.first);
    free_parcels(p->done.first);
    curl_multi_cleanup(p->multi);
    curl_global_cleanup();
    pthread_mutex_destroy(&p->lock);
    free(p);
}

const char *push_key(const Push *p) { return p->letters; }

bool push_send(Push *p, Parcel *parcel)
{
    if (!ration_take(&p->ration, A_SECOND, steady_ms(p->server))) return p->ration.left++, false;
    pthread_mutex_lock(&p->lock);
    put(&p->queue, parcel);
    pthread_mutex_unlock(&p->lock);
    curl_multi_wakeup(p->multi);
    return true;
}

Parcel *push_done(Push *p)
{
    pthread_mutex_lock(&p->lock);
    Parcel *done = p->done.first;
    p->done = (Parcels){ NULL, &p->done.first };
    pthread_mutex_unlock(&p->lock);
    return done;
}
