/* SPDX-License-Identifier: MIT
 * language.c - the list of languages, and finding one in it. */
#include "language.h"

#include <string.h>

enum { LTR, RTL };

const Language language[LANGUAGES] = {
#define LANGUAGE(c, own, in_english, direction, locale, t, plurals, from, to)                               \
    { .code = c, .name = own, .english = in_english, .rtl = direction == RTL, .tags = t,                    \
      .letter = from, .last_letter = to },
#include "languages.def"
#undef LANGUAGE
};

int language_named(const char *code)
{
    for (int i = 0; i < LANGUAGES; i++)
        if (!strcmp(language[i].code, code)) return i;
    return -1;
}

static int same_letter(char c) { return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c == '_' ? '-' : c; }

/* Is `tag` the same as `ours` (m bytes), or the same with a country or an encoding after it? */
static bool falls_under(const char *tag, size_t n, const char *ours, size_t m)
{
    if (n < m) return false;
    for (size_t i = 0; i < m; i++)
        if (same_letter(tag[i]) != same_letter(ours[i])) return false;
    return n == m || strchr("-_.@", tag[m]);
}

int language_wanted(const char *tag, size_t n)
{
    int best = -1;
    size_t longest = 0;
    for (int i = 0; i < LANGUAGES; i++)
        for (const char *ours = language[i].tags; *ours; ours += strspn(ours, " ")) {
            size_t m = strcspn(ours, " ");
            if (m > longest && falls_under(tag, n, ours, m)) best = i, longest = m;
            ours += m;
        }
    return best;
}

const char *language_list(void)
{
    static const char list[] =
#define LANGUAGE(code, ...) ", " code
#include "languages.def"
#undef LANGUAGE
        ;
    return list + 2;
}
