/* SPDX-License-Identifier: MIT
 * http.c - HTTP/1.1: the web client's files, the small API, and the upgrade to a WebSocket. */
#include "http.h"

#include <http_parser.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "../core/utf8.h"
#include "files.h"
#include "listing.h"
#include "lobby.h"
#include "look.h"
#include "metrics.h"
#include "nodes.h"
#include "origin.h"
#include "outbox.h"
#include "record.h"
#include "socket.h"
#include "tell.h"

enum { MAX_URL = 512, MAX_VALUE = 256, MAX_HEADERS = 8192 };
enum { AT_ONCE = 8 };                    /* requests of one connection that are answered before others have a turn */

/* The headers we read; others are passed over. */
enum {
    H_HOST, H_ORIGIN, H_UPGRADE, H_KEY, H_VERSION, H_PROTOCOL, H_ACCEPTS, H_MATCH, H_FORWARDED, H_EXPECT, H_LANGUAGES,
    H_SITE, H_DEST, H_PURPOSE,
    H_OTHER, HEADERS = H_OTHER
};
static const char *const header_name[HEADERS] = {
    "host", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
    "accept-encoding", "if-none-match", "x-forwarded-for", "expect", "accept-language", "sec-fetch-site",
    "sec-fetch-dest", "sec-purpose"
};

struct Http {
    http_parser parser;
    char   url[MAX_URL];
    char   field[32];
    char   value[HEADERS][MAX_VALUE];
    size_t url_n, field_n, value_n, body_n, body_cap;
    int    header;                       /* one of the above: its value comes next */
    bool   begun;                        /* some of the request is there ... */
    bool   complete;                     /* ... and now all of it */
    bool   in_value;                     /* a header's value is being read, not its name */
    bool   in_body;                      /* the headers are complete */
    bool   too_long;                     /* the URL or a header */
    bool   too_large;                    /* the body */
    char  *body;                         /* NULL until there is some */
    char  *later;                        /* bytes that came behind a request that waits for the disk; NULL: none */
    size_t later_n;
};

/* ---- answers ---------------------------------------------------------------------------------- */

static const char security[] =
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

static const char *status_text(int status)
{
    static const struct { int status; const char *text; } row[] = {
        { 200, "OK" }, { 201, "Created" }, { 304, "Not Modified" }, { 400, "Bad Request" }, { 403, "Forbidden" },
        { 404, "Not Found" }, { 405, "Method Not Allowed" }, { 413, "Content Too Large" }, { 414, "URI Too Long" },
        { 426, "Upgrade Required" }, { 429, "Too Many Requests" }, { 503, "Service Unavailable" }
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].status == status) return row[i].text;
    return "Error";
}

/* Headers that go with some statuses. */
static const char *status_headers(int status)
{
    return status == 405 ? "Allow: GET, HEAD, POST\r\n"
         : status == 426 ? "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" : "";
}

static void put_header(Text *t, const char *name, const char *value)
{
    if (!value) return;
    text_add(t, name);
    text_add(t, value);
    text_add(t, "\r\n");
}

/* 304 says nothing about size and encoding: the other side would take that for those of the file it has. */
static void put_headers(Text *t, int status, const File *f, bool keep)
{
    char number[24];
    snprintf(number, sizeof number, "%d ", status);
    text_add(t, "HTTP/1.1 ");
    text_add(t, number);
    put_header(t, "", status_text(status));
    text_add(t, security);
    text_add(t, status_headers(status));
    snprintf(number, sizeof number, "%zu", f->n);
    if (status != 304) {
        put_header(t, "Content-Type: ", f->type);
        put_header(t, "Content-Length: ", number);
        put_header(t, "Content-Encoding: ", f->encoding);
    }
    put_header(t, "Cache-Control: ", f->cache ? f->cache : "no-store");
    put_header(t, "ETag: ", f->etag);
    if (f->etag) put_header(t, "Vary: ", f->page ? "Accept-Language" : "Accept-Encoding");
    if (!keep) put_header(t, "Connection: ", "close");
    text_add(t, "\r\n");
}

static void answer_file(Conn *c, int status, const File *f)
{
    char head[2048];
    Text t = text_into(head, sizeof head);
    const http_parser *p = &c->http->parser;
    /* After a refused upgrade the other side may go on in a protocol that we do not speak: that connection ends. */
    bool keep = http_should_keep_alive(p) && !p->upgrade && !c->server->draining;
    put_headers(&t, status, f, keep);
    if (t.n >= sizeof head) abort();
    conn_write(c, head, t.n);
    if (p->method != HTTP_HEAD && status != 304) (f->lasting ? conn_lend : conn_write)(c, f->bytes, f->n);
    if (!keep) conn_finish(c);
}

static void answer(Conn *c, int status, const char *type, const char *body, size_t n)
{
    answer_file(c, status, &(File){ .type = type, .bytes = body, .n = n });
}

static void answer_json(Conn *c, int status, const Text *t) { answer(c, status, "application/json", t->at, t->n); }

static void refuse(Conn *c, int status, const char *code, const char *what)
{
    char out[160];
    Text t = text_into(out, sizeof out);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    tell_text(&j.to, "code", code);
    if (what) tell_text(&j.to, "what", what);
    j.to.close(&j.to);
    c->server->counts.refused++;
    answer_json(c, status, &t);
}

/* ---- the API ------------------------------------------------------------------------------------- */

static void put_names(Scribe *to, const char *key, WishName *name)
{
    tell_list(to, key);
    for (int i = 0; name(i); i++) tell_text(to, NULL, name(i));
    to->close(to);
}

static const char *bot_name(int i) { return bot_at(i) ? bot_at(i)->name : NULL; }

static void get_games(Conn *c)
{
    Text t = text_into(c->server->scratch, SCRATCH);
    text_add(&t, "{\"games\":[");
    for (int i = 0; game_at(i); i++) {
        if (i) text_char(&t, ',');
        message_game(&t, game_at(i));
    }
    text_char(&t, ']');
    Json j = json_write(&t);
    j.any[0] = true;                     /* it goes on inside the object that was begun above */
    put_names(&j.to, "bots", bot_name);
    put_names(&j.to, "clocks", wish_clock);
    put_names(&j.to, "paces", wish_pace);
    put_names(&j.to, "absents", wish_absent);
    put_names(&j.to, "phrases", wish_phrase);
    text_char(&t, '}');
    answer_json(c, 200, &t);
}

static void get_tables(Conn *c)
{
    Text t = text_into(c->server->scratch, SCRATCH);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    tell_list(&j.to, "tables");
    listing_put(c->server, &j.to);
    j.to.close(&j.to);
    j.to.close(&j.to);
    answer_json(c, 200, &t);
}

/* The log says so, but not every time: it is for whoever runs the server under a name that it does not know. */
static void refuse_origin(Conn *c)
{
    enum { SELDOM = 60000 };
    Server *s = c->server;
    if (!s->warned || s->warned + SELDOM < steady_ms(s)) {
        s->warned = steady_ms(s);
        const char *origin = c->http->value[H_ORIGIN];
        server_log("warning", "a page of another site was refused; if it is yours, start with --public-url", NULL,
                   utf8_ok(origin, strlen(origin)) ? origin : NULL);
    }
    refuse(c, 403, "bad_origin", NULL);
}

/* Makes a table. The answer has to wait until the table is on disk. */
static void post_table(Conn *c)
{
    Arena a = { c->server->facts, sizeof c->server->facts, 0 };
    Why w;
    Room *r = NULL;
    char token[2 * TOKEN + 1];
    const char *what = NULL, *code = "bad_json";
    if (!origin_is_ours(c, c->http->value[H_ORIGIN], c->http->value[H_HOST])) {
        refuse_origin(c);
        return;
    }
    const Fact *wish = json_read(c->http->body ? c->http->body : "", c->http->body_n, &a, &w);
    if (wish && wish->kind != FACT_OBJECT) code = "bad_message";
    else if (wish && !limits_table(c->server, c->address)) code = "too_many";
    else if (wish) code = lobby_make(c->server, wish, &r, token, &what);
    if (code) {
        refuse(c, !strcmp(code, "too_many") ? 429 : 400, code, what);
        return;
    }
    if (!(c->owed = strdup(token))) abort();
    room_ask(r, c);
    room_run(r);
}

/* The table that it made is stored, and it is told where. */
static void answer_made(Conn *c, const Room *r, const char *token)
{
    char out[240];
    Server *s = c->server;
    Text t = text_into(out, sizeof out);
    Json j = json_write(&t);
    tell_object(&j.to, NULL);
    tell_text(&j.to, "code", r->code);
    tell_number(&j.to, "seat", 0);
    tell_text(&j.to, "token", token);
    if (store_shared(s->store)) tell_text(&j.to, "node", s->settings.node);
    j.to.close(&j.to);
    server_log("info", "table made", r, r->game->id);
    s->counts.tables_made++;
    answer_json(c, 201, &t);
}

/* The number of the table whose code the path begins with; UINT32_MAX: that is no code. */
static uint32_t table_at(const char *path)
{
    char code[CODE] = "";
    size_t n = strcspn(path, "/");
    if (n < CODE) memcpy(code, path, n), code[n] = 0;
    return code_read(code);
}

/* The number of the round that the path names behind the code, 0: none; UINT32_MAX: it makes no sense. */
static uint32_t round_at(const char *path)
{
    static const char rounds[] = "/rounds/";
    char *end;
    path += strcspn(path, "/");
    if (!*path) return 0;
    if (strncmp(path, rounds, sizeof rounds - 1)) return UINT32_MAX;
    path += sizeof rounds - 1;
    unsigned long n = strtoul(path, &end, 10);
    return *end || end == path || !n || n > MAX_ROUND ? UINT32_MAX : (uint32_t)n;
}

static void show_table(Conn *c, const Room *r)
{
    Text t = text_into(c->server->scratch, SCRATCH);
    tell_table(&t, r, NULL);
    answer_json(c, 200, &t);
}

/* Who asks for one long log after the other, and reads none of them, does not fill the memory. */
static void show_log(Conn *c, const StoreJob *found)
{
    enum { MOST_OWED = 8 << 20 };
    size_t n = 0;
    char *log = record_log(found, &n);
    limits_log_read(c, n);
    if (!log) refuse(c, 404, "no_table", NULL);
    else if (n + outbox_owed(c->server, c->address) > MOST_OWED) refuse(c, 429, "too_fast", NULL);
    else answer(c, 200, "text/plain; charset=utf-8", log, n);
    free(log);
}

/* The table is there, and one of its rounds was asked for. Only of one that is over there is a log; an unfinished one
 * is not even read. */
static void find_log(Conn *c, const Room *r, uint32_t round)
{
    bool over = round < r->round || (round == r->round && room_rests(r));
    if (!over) refuse(c, 404, "no_table", NULL);
    else if (!limits_log(c)) refuse(c, 429, "too_fast", NULL);
    else look_at(c, r->id, round);
}

/* What the store has of a table that is not in memory here, or of one of its rounds. */
static void show_found(Conn *c, const StoreJob *found, uint32_t round)
{
    Room *r = look_room(c->server, found);
    if (found->outcome == STORE_REFUSED) refuse(c, 503, "not_stored", NULL);
    else if (found->outcome == STORE_NONE) refuse(c, 404, "no_table", NULL);
    else if (!r) refuse(c, 404, "damaged", NULL);
    else if (found->outcome) refuse(c, 503, "not_stored", NULL);
    else if (found->round) show_log(c, found);
    else if (round) find_log(c, r, round);
    else show_table(c, r);
    if (r) look_free(r);
}

/* It counts as a guess until the store has answered that there is such a table. */
static void look_up(Conn *c, uint32_t id)
{
    limits_guessed(c->address);
    if (id == UINT32_MAX) refuse(c, 404, "no_table", NULL);
    else look_at(c, id, 0);
}

/* Tables in memory are shown as they are, once everything is stored; others, and all logs, are looked up. */
static void get_table(Conn *c, const char *path)
{
    uint32_t id = table_at(path), round = round_at(path);
    Room *r = id == UINT32_MAX ? NULL : room_loaded(c->server, id);
    if (c->found) show_found(c, c->found, round);
    else if (!limits_may_guess(c->server, c->address)) refuse(c, 429, "too_many", NULL);
    else if (r && r->storing) room_ask(r, c);
    else if (r && !r->damaged && !room_shut(r) && !round) show_table(c, r);
    else look_up(c, round == UINT32_MAX ? UINT32_MAX : id);
}

/* A node says that it is not ready only when it has been in trouble for a while: a database that fails over is away
 * from all of them, and a balancer that believed them would cut everybody's connection for nothing. One that sends
 * notices is not ready before it has the key for them. */
static bool is_ready(const Server *s)
{
    enum { FAILOVER_MS = 20000 };
    if (s->draining || (s->settings.push && !s->push)) return false;
    if (!store_shared(s->store)) return !store_failed(s->store);
    return !s->trouble || steady_ms(s) < s->trouble_since + FAILOVER_MS;
}

static void get_health(Conn *c, bool ready)
{
    if (ready && !is_ready(c->server)) answer(c, 503, "text/plain", "no\n", 3);
    else answer(c, 200, "text/plain", "ok\n", 3);
}

/* How many bytes went out in a moment tells who was offered what, so the numbers are for whoever runs the server: asked
 * for on this machine, not through a proxy, and under one of its names. */
static bool may_count(const Conn *c)
{
    static const uint8_t four[13] = { [10] = 0xff, [11] = 0xff, [12] = 127 }, six[16] = { [15] = 1 };
    const Http *h = c->http;
    bool here = !memcmp(c->peer, four, sizeof four) || !memcmp(c->peer, six, sizeof six);
    return c->server->settings.metrics || (here && !*h->value[H_FORWARDED] && origin_is_here(c, h->value[H_HOST]));
}

static void get_metrics(Conn *c)
{
    if (!may_count(c)) {
        refuse(c, 403, "not_from_here", NULL);
        return;
    }
    Text t = text_into(c->server->scratch, SCRATCH);
    metrics_write(c->server, &t);
    answer(c, 200, "text/plain; version=0.0.4", t.at, t.n);
}

/* The address of this server: the one it was given, or the one that this request was sent to. That one goes into a
 * page, so it may have only letters that a host name has. */
static void put_origin(Text *t, const Conn *c)
{
    const char *public = c->server->settings.public_url, *host = c->http->value[H_HOST];
    if (public) {
        text_add(t, public);
        while (t->n && t->at[t->n - 1] == '/') t->at[--t->n] = 0;
    } else if (*host && !host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")]) {
        text_add(t, "http://");
        text_add(t, host);
    }
}

/* Fills the server's address into a page. Programs that show a link with its picture want the picture's whole URL. */
static void fill_holes(const Conn *c, File *f)
{
    static const char hole[] = ORIGIN_HOLE;
    Text t = text_into(c->server->scratch, SCRATCH);
    const char *rest = f->bytes, *end = f->bytes + f->n;
    for (const char *at; (at = strstr(rest, hole)); rest = at + sizeof hole - 1) {
        text_bytes(&t, rest, (size_t)(at - rest));
        put_origin(&t, c);
    }
    text_bytes(&t, rest, (size_t)(end - rest));
    if (t.n >= SCRATCH) return;
    f->bytes = t.at;
    f->n = t.n;
    f->lasting = false;
}

/* A browser asks for what its user may want to see next, at the wish of any page, and does not say of which. */
static bool is_ahead(const Conn *c) { return !strncmp(c->http->value[H_PURPOSE], "prefetch", 8); }

/* Pages of other sites can make their visitors' browsers ask for anything, as for a picture. Browsers say so. */
static bool is_from_elsewhere(const Conn *c)
{
    return !strcmp(c->http->value[H_SITE], "cross-site") || is_ahead(c);
}

/* Somebody follows a link, or a program shows where it leads. */
static bool is_visit(const Conn *c)
{
    const char *dest = c->http->value[H_DEST];
    return !is_from_elsewhere(c) || (!is_ahead(c) && (!*dest || !strcmp(dest, "document")));
}

/* A link to a table leads to a page that names the game, for programs that show links with a title. Looking up a table
 * by its code is rationed as in the API, because it reveals whether the code exists; without a ration left the visitor
 * gets the page that names no game. A table in memory need not be looked up: a link in a busy chat is opened by many
 * at once. False: the table is looked up, and the request waits for that. */
enum { PAGE = 64 };
static bool choose_page(Conn *c, const char *path, char page[PAGE])
{
    bool invited = !strncmp(path, "/t/", 3);
    uint32_t id = invited ? table_at(path + 3) : UINT32_MAX;
    bool may = id != UINT32_MAX && !c->found && is_visit(c) && limits_spend(c)
            && limits_may_guess(c->server, c->address);
    const Room *here = may ? room_loaded(c->server, id) : NULL;
    if (here && (here->damaged || room_shut(here))) here = NULL;
    if (may && !here) return look_up(c, id), false;
    Room *found = c->found ? look_room(c->server, c->found) : NULL;
    const Game *g = here ? here->game : found ? found->game : NULL;
    if (g) snprintf(page, PAGE, "invited-%s", g->id);
    else snprintf(page, PAGE, "%s", invited ? "invited" : "index");
    if (found) look_free(found);
    return true;
}

static void get_file(Conn *c, const char *path)
{
    File f;
    Http *h = c->http;
    char page[PAGE];
    if (!choose_page(c, path, page)) return;
    if (!files_find(c->server->files, path, page, h->value[H_ACCEPTS], h->value[H_LANGUAGES], &f)) {
        refuse(c, 404, "not_found", NULL);
        return;
    }
    if (f.page) fill_holes(c, &f);
    /* If-None-Match may name several tags, with or without the W/ before them. */
    bool same = strstr(h->value[H_MATCH], f.etag + 2) || !strcmp(h->value[H_MATCH], "*");
    answer_file(c, same ? 304 : 200, &f);
}

/* ---- the upgrade to a WebSocket ---------------------------------------------------------------------- */

static bool wants_our_protocol(const Http *h)
{
    const char *p = strstr(h->value[H_PROTOCOL], "ninelives.v1");
    return p && (p[12] == 0 || p[12] == ',' || p[12] == ' ');
}

static bool wants_socket(const Http *h)
{
    return h->parser.upgrade && h->parser.method == HTTP_GET && !strcasecmp(h->value[H_UPGRADE], "websocket")
        && !strcmp(h->value[H_VERSION], "13") && strlen(h->value[H_KEY]) == 24 && wants_our_protocol(h);
}

static void open_socket(Conn *c)
{
    Http *h = c->http;
    if (!wants_socket(h)) {
        refuse(c, 426, "bad_upgrade", NULL);
    } else if (!origin_is_ours(c, h->value[H_ORIGIN], h->value[H_HOST])) {
        refuse_origin(c);
    } else {
        socket_open(c, h->value[H_KEY]);
        c->http = NULL;
        http_free(h);
    }
}

/* ---- which request ---------------------------------------------------------------------------------------- */

static void route_get(Conn *c, const char *path)
{
    static const char tables[] = "/api/tables/";
    if (!strcmp(path, "/socket")) open_socket(c);
    else if (!strcmp(path, "/api/games")) get_games(c);
    else if (!strcmp(path, "/api/tables")) get_tables(c);
    else if (!strncmp(path, tables, sizeof tables - 1)) get_table(c, path + sizeof tables - 1);
    else if (!strcmp(path, "/healthz")) get_health(c, false);
    else if (!strcmp(path, "/readyz")) get_health(c, true);
    else if (!strcmp(path, "/metrics")) get_metrics(c);
    else get_file(c, path);
}

/* The last address in X-Forwarded-For is the one that our proxy added. Those before it anybody may have written. */
static bool read_forwarded(const char *list, uint8_t ip[16])
{
    struct in6_addr v6;
    struct in_addr v4;
    const char *last = strrchr(list, ',');
    last = last ? last + 1 + strspn(last + 1, " ") : list;
    memcpy(ip, (uint8_t[16]){ [10] = 0xff, [11] = 0xff }, 16);
    if (!uv_inet_pton(AF_INET, last, &v4)) memcpy(ip + 12, &v4, 4);
    else if (!uv_inet_pton(AF_INET6, last, &v6)) memcpy(ip, &v6, 16);
    else return false;
    return true;
}

/* Behind a proxy one connection brings the requests of many visitors. So each request is charged to its visitor until
 * it is answered, and a WebSocket for as long as it is open. */
static bool charge_visitor(Conn *c)
{
    uint8_t ip[16];
    if (!c->server->settings.behind_proxy) return true;
    return limits_charge(c, read_forwarded(c->http->value[H_FORWARDED], ip) ? ip : c->peer);
}

static void route(Conn *c)
{
    Http *h = c->http;
    h->url[strcspn(h->url, "?#")] = 0;
    conn_heard(c);
    bool cheap = strncmp(h->url, "/api/", 5) != 0;       /* files are in memory, and a page asks for many */
    if (h->too_long) refuse(c, 414, "too_long", NULL);
    else if (!charge_visitor(c)) refuse(c, 429, "too_many", NULL);
    else if (!cheap && is_from_elsewhere(c)) refuse_origin(c);
    else if (!cheap && !limits_spend(c)) refuse(c, 429, "too_fast", NULL);
    else if (h->parser.method == HTTP_GET || h->parser.method == HTTP_HEAD) route_get(c, h->url);
    else if (h->parser.method == HTTP_POST && !strcmp(h->url, "/api/tables")) post_table(c);
    else refuse(c, 405, "bad_method", NULL);
}

/* ---- parsing -------------------------------------------------------------------------------------------------- */

static bool gather(char *to, size_t cap, size_t *n, const char *from, size_t more)
{
    if (*n + more >= cap) return false;
    memcpy(to + *n, from, more);
    *n += more;
    to[*n] = 0;
    return true;
}

static Http *http_of(http_parser *p) { return ((Conn *)p->data)->http; }

static int on_begin(http_parser *p)
{
    Http *h = http_of(p);
    h->url_n = h->field_n = h->value_n = h->body_n = 0;
    h->url[0] = h->field[0] = 0;
    for (int i = 0; i < HEADERS; i++) h->value[i][0] = 0;
    h->in_value = h->in_body = h->too_long = h->too_large = h->complete = false;
    h->begun = true;
    h->header = H_OTHER;
    return 0;
}

static int on_url(http_parser *p, const char *at, size_t n)
{
    Http *h = http_of(p);
    h->too_long |= !gather(h->url, sizeof h->url, &h->url_n, at, n);
    return 0;
}

/* Behind a body in chunks there may be more headers. They are passed over: the request was judged without them. */
static int on_field(http_parser *p, const char *at, size_t n)
{
    Http *h = http_of(p);
    if (h->in_body) return 0;
    if (h->in_value) h->field_n = 0;
    h->in_value = false;
    if (!gather(h->field, sizeof h->field, &h->field_n, at, n)) {
        h->field[0] = 0;                 /* longer than any that we read; nor shall its end be taken for a name */
        h->field_n = sizeof h->field;
    }
    for (h->header = 0; h->header < HEADERS && strcasecmp(header_name[h->header], h->field); h->header++) continue;
    return 0;
}

static int on_value(http_parser *p, const char *at, size_t n)
{
    Http *h = http_of(p);
    if (h->in_body || h->header == HEADERS) return h->in_value = true, 0;
    if (!h->in_value) h->value_n = 0, h->value[h->header][0] = 0;        /* of a header sent twice the last counts */
    h->in_value = true;
    h->too_long |= !gather(h->value[h->header], MAX_VALUE, &h->value_n, at, n) && h->header != H_LANGUAGES;
    return 0;
}

/* A body that is announced as too large is refused before it is sent. */
static int on_headers(http_parser *p)
{
    Http *h = http_of(p);
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    h->in_body = true;
    h->too_large = p->content_length != ULLONG_MAX && p->content_length >= MAX_FRAME;
    if (!h->too_large && !strcasecmp(h->value[H_EXPECT], "100-continue")) conn_write(p->data, go_on, sizeof go_on - 1);
    return h->too_large ? -1 : 0;
}

/* Memory for the body grows with what has come, not with what was announced. */
static int on_body(http_parser *p, const char *at, size_t n)
{
    Http *h = http_of(p);
    size_t need = h->body_n + n + 1;
    if (need > h->body_cap && need <= MAX_FRAME) {
        h->body_cap = 2 * need < MAX_FRAME ? 2 * need : MAX_FRAME;
        if (!(h->body = realloc(h->body, h->body_cap))) abort();
    }
    h->too_large = !gather(h->body, h->body_cap, &h->body_n, at, n);
    return h->too_large;
}

static int on_complete(http_parser *p)
{
    http_of(p)->complete = true;
    http_parser_pause(p, 1);             /* the next request is read when this one is answered */
    return 0;
}

static const http_parser_settings callbacks = {
    .on_message_begin = on_begin, .on_url = on_url, .on_header_field = on_field, .on_header_value = on_value,
    .on_headers_complete = on_headers, .on_body = on_body, .on_message_complete = on_complete
};

/* A request takes 4 kB, and a connection that waits for the next one none of it: it is freed when it is answered. */
static void begin_request(Conn *c)
{
    if (c->http) return;
    Http *h = c->http = calloc(1, sizeof *h);
    if (!h) abort();
    http_parser_set_max_header_size(MAX_HEADERS);
    http_parser_init(&h->parser, HTTP_REQUEST);
    h->parser.data = c;
}

static void end_request(Conn *c)
{
    if (!c->http || c->http->begun || conn_waits(c)) return;
    http_free(c->http);
    c->http = NULL;
    limits_answered(c);
}

void http_free(Http *h)
{
    if (h) free(h->body), free(h->later);
    free(h);
}

/* Keeps what came behind a request that has to wait. Nothing more will come: room_ask() and look_at() have stopped
 * listening. */
static void keep_for_later(Http *h, const char *bytes, size_t n)
{
    assert(!h->later);
    if (!(h->later = malloc(n))) abort();
    memcpy(h->later, bytes, n);
    h->later_n = n;
}

/* Parses up to the end of one request and answers it. Returns how many bytes that took. */
static size_t read_request(Conn *c, const char *bytes, size_t n)
{
    Http *h = c->http;
    size_t used = http_parser_execute(&h->parser, &callbacks, bytes, n);
    if (conn_gone(c)) return n;          /* on_headers() has written: the other side may have gone */
    if (!h->complete && HTTP_PARSER_ERRNO(&h->parser) != HPE_OK) {
        refuse(c, h->too_large ? 413 : 400, "bad_request", NULL);
        conn_finish(c);
        return n;
    }
    if (!h->complete) return n;
    http_parser_pause(&h->parser, 0);
    h->begun = h->complete = false;
    route(c);
    return used;
}

/* The rest of what came is heard when all others have had their turn: a thousand requests fit into one read. */
static void rest(Conn *c, const char *bytes, size_t n)
{
    begin_request(c);
    keep_for_later(c->http, bytes, n);
    conn_listen(c, false);
    conn_after(c);
}

void http_read(Conn *c, const char *bytes, size_t n)
{
    size_t at = 0;
    for (int heard = 0; at < n && !c->socket && !conn_gone(c); heard++) {
        if (outbox_blocked(c, 0)) {      /* it goes on asking and does not read the answers */
            conn_close(c);
            return;
        }
        if (conn_waits(c)) {
            keep_for_later(c->http, bytes + at, n - at);
            return;
        }
        if (heard == AT_ONCE) {
            rest(c, bytes + at, n - at);
            return;
        }
        begin_request(c);
        at += read_request(c, bytes + at, n - at);
    }
    end_request(c);
    if (at < n && c->socket && !conn_gone(c)) socket_read(c, (const uint8_t *)bytes + at, n - at);
}

void http_stored(Conn *c, const Room *r)
{
    char *token = c->owed;
    c->owed = NULL;
    if (!r) refuse(c, 503, "not_stored", NULL);
    else if (token) answer_made(c, r, token);
    else route_get(c, c->http->url);
    free(token);
    conn_after(c);
}

void http_looked(Conn *c, const StoreJob *found)
{
    if (!found->round && (found->outcome != STORE_NONE || found->text)) limits_found(c->address);
    c->found = found;
    route_get(c, c->http->url);
    c->found = NULL;
    conn_after(c);
}

void http_go_on(Conn *c)
{
    Http *h = c->http;
    if (!h || conn_waits(c) || conn_gone(c)) return;
    char *later = h->later;
    size_t n = h->later_n;
    h->later = NULL;
    h->later_n = 0;
    conn_listen(c, true);
    http_read(c, later, n);
    free(later);
}
