/* SPDX-License-Identifier: MIT
 * transcript.c - a game to read, from its log: what happened, move by move, as one seat or a spectator was told it, in
 * any language. */
#include <stdio.h>

#include "../cli/cli.h"
#include "lines.h"
#include "sheet.h"

static void name_seats(Desk *d, const char *names)
{
    for (Seat s = 0; s < MAX_SEATS; s++) {
        Text t = text_into(d->voice.name[s], NAME_BYTES);
        size_t n = names ? strcspn(names, ",") : 0;
        if (n && n < NAME_BYTES) text_bytes(&t, names, n);
        else say_line(&d->voice, &t, "name.people", NULL, s + 1);
        if (names) names += n + (names[n] == ',');
    }
}

/* The move's number stands before its first sentence. */
static void put_sentences(const Desk *d)
{
    char sentence[SENTENCE], line[SENTENCE + 16];
    uint64_t last = 0;
    for (size_t i = 0; i < d->happened_n; i++) {
        Text t = text_into(sentence, sizeof sentence);
        uint64_t move = d->happened[i].move;
        if (!desk_sentence(d, i, &t)) continue;
        if (move != last) snprintf(line, sizeof line, "%4llu  %s", (unsigned long long)move, sentence);
        else snprintf(line, sizeof line, "      %s", sentence);
        line_put(d, line);
        last = move;
    }
}

bool transcript_show(const char *log, int lang, Seat viewer, const char *names, Why *w)
{
    static Desk d;
    const uint8_t secret[ENTROPY] = { 0 };
    d.voice.lang = lang;
    d.voice.bidi = bidi_of_terminal();
    name_seats(&d, names);
    for (Seat s = 0; s < MAX_SEATS; s++) d.bot[s] = &bot_random;
    if (!desk_replay(&d, log, secret, w)) return false;
    if (viewer < SEAT_TABLE && viewer >= d.voice.seats) return why(w, "there are only %u seats", d.voice.seats);
    memset(d.since, 0, sizeof d.since);          /* whoever reads has not forgotten anything */
    desk_look(&d, viewer);
    line_word(&d, "transcript", say_title(&d.voice), d.voice.seats);
    put_sentences(&d);
    if (round_over(&d.round)) plain_result(&d);
    desk_free(&d);
    return true;
}
