/* SPDX-License-Identifier: MIT
 * book.c - opening a volume of lore and looking words up in it. */
#include "book.h"

#include <math.h>

#include "../../core/fold.h"
#include "../../core/utf8.h"

/* ---- opening ------------------------------------------------------------------ */

enum { MAGIC = 0x304c4c4e, VERSION = 1, MOST = 1 << 20 };
enum {
    H_MAGIC, H_VERSION, H_LANG, H_WORDS, H_ENTRIES, H_SAID, H_HEADS, H_LISTS, H_ITEMS, H_TEXT, H_KINDS, HEADER = 16
};

/* Where everything is, if the bytes are as many as the header says. */
static bool lay_out(Book *b, const uint32_t *h, size_t size)
{
    const uint32_t *at = h + HEADER;
    for (int i = H_WORDS; i <= H_KINDS; i++)
        if (h[i] > MOST) return false;
    size_t numbers = (size_t)HEADER + h[H_WORDS] + 3 * (size_t)h[H_ENTRIES] + 2 * (size_t)h[H_HEADS]
                   + h[H_LISTS] + 1 + h[H_ITEMS];
    if (size != 4 * numbers + (size_t)DIMS * h[H_WORDS] + h[H_TEXT]) return false;
    *b = (Book){ .lang = (Lang)h[H_LANG], .words = (int)h[H_WORDS], .entries = (int)h[H_ENTRIES],
                 .said = (int)h[H_SAID], .heads = (int)h[H_HEADS], .lists = (int)h[H_LISTS], .items = (int)h[H_ITEMS],
                 .kinds = (int)h[H_KINDS] };
    b->mark = at;
    b->entry = (const Entry *)(at += b->words);
    b->head = (const Head *)(at += 3 * b->entries);
    b->start = at += 2 * b->heads;
    b->item = at += b->lists + 1;
    b->vector = (const int8_t (*)[DIMS])(const void *)(at += b->items);
    b->text = (const char *)(b->vector + b->words);
    return true;
}

/* Two texts begin at `at`, both end before the end. */
static bool texts_end(const char *text, size_t n, size_t at)
{
    const char *end = at < n ? memchr(text + at, 0, n - at) : NULL;
    return end && memchr(end + 1, 0, n - (size_t)(end + 1 - text));
}

static bool entries_fit(const Book *b, size_t text)
{
    for (int i = 0; i < b->entries; i++) {
        if (b->entry[i].word >= (uint32_t)b->words || !texts_end(b->text, text, b->entry[i].at)) return false;
        if (strlen(duet_book_text(b, i)) >= MAX_WORD) return false;
        if (i && i < b->said && b->entry[i].word <= b->entry[i - 1].word) return false;
    }
    return b->said <= b->entries;
}

static bool lists_fit(const Book *b)
{
    if (b->lists < CONCEPTS + b->kinds || b->start[0] || b->start[b->lists] != (uint32_t)b->items) return false;
    for (int i = 0; i < b->lists; i++)
        if (b->start[i] > b->start[i + 1]) return false;
    for (int i = 0; i < b->items; i++)
        if (b->item[i] >= (uint32_t)b->words) return false;
    for (int i = 0; i < b->heads; i++)
        if (b->head[i].list >= (uint32_t)b->lists || (i && b->head[i].mark < b->head[i - 1].mark)) return false;
    return true;
}

static bool open_book(Library *l, const Volume *v)
{
    const uint32_t *h = v->bytes;
    Book b;
    if (!h || (uintptr_t)h % 4 || v->size < 4 * HEADER) return false;
    if (h[H_MAGIC] != MAGIC || h[H_VERSION] != VERSION || h[H_LANG] >= LANGS) return false;
    if (!lay_out(&b, h, v->size)) return false;
    for (int i = 1; i < b.words; i++)
        if (b.mark[i] <= b.mark[i - 1]) return false;
    if (!entries_fit(&b, h[H_TEXT]) || !lists_fit(&b)) return false;
    l->book[h[H_LANG]] = b;
    l->there |= 1u << h[H_LANG];
    return true;
}

bool duet_library_open(Library *l, const Lore *lore)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; lore && i < lore->n; i++) open_book(l, &lore->at[i]);
    return l->there;
}

/* ---- looking up ------------------------------------------------------------------ */

uint32_t duet_book_mark(const char *word) { return (uint32_t)(fold_hash(word) >> 32); }

static int find_mark(const Book *b, uint32_t mark)
{
    int low = 0, high = b->words;
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->mark[mid] < mark) low = mid + 1;
        else high = mid;
    }
    return low < b->words && b->mark[low] == mark ? low : NOWHERE;
}

int duet_book_find(const Book *b, const char *word) { return find_mark(b, duet_book_mark(word)); }

int duet_book_find_folded(const Book *b, const char *folded)
{
    return find_mark(b, (uint32_t)(fold_hash_folded(folded) >> 32));
}

int duet_book_entry(const Book *b, int word)
{
    int low = 0, high = b->said;
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->entry[mid].word < (uint32_t)word) low = mid + 1;
        else high = mid;
    }
    return low < b->said && b->entry[low].word == (uint32_t)word ? low : NOWHERE;
}

static int first_head(const Book *b, uint32_t mark)
{
    int low = 0, high = b->heads;
    while (low < high) {
        int mid = (low + high) / 2;
        if (b->head[mid].mark < mark) low = mid + 1;
        else high = mid;
    }
    return low;
}

int duet_book_list(const Book *b, uint32_t mark)
{
    int i = first_head(b, mark);
    bool there = i < b->heads && b->head[i].mark == mark && (int)b->head[i].list < b->lists - b->kinds;
    return there ? (int)b->head[i].list : NOWHERE;
}

bool duet_book_same(const Book *b, uint32_t mark, int list)
{
    for (int i = first_head(b, mark); i < b->heads && b->head[i].mark == mark; i++)
        if ((int)b->head[i].list == list) return true;
    return false;
}

int duet_book_kind(const Book *b, uint32_t mark)
{
    for (int i = first_head(b, mark); i < b->heads && b->head[i].mark == mark; i++)
        if ((int)b->head[i].list >= b->lists - b->kinds) return (int)b->head[i].list;
    return NOWHERE;
}

/* ---- words that are not in it, but nearly ------------------------------------------- */

/* Endings that stand for one another, folded; the first found wins, so the likelier come first.
 * A rest of fewer bytes than `shortest` is no word. */
typedef struct {
    size_t             shortest;
    const char *const *before, *const *families;
    bool               vowels_vary;      /* written with more or fewer vowel letters */
    bool               joins;            /* two words make one: snowboarder */
} Bending;

static const char *const bare[] = { "", NULL };
static const char *const prefixes[] = {
    "", "ה", "ו", "ב", "ל", "מ", "ש", "כ", "וה", "בה", "שה", "לה", "מה", "הת", "מת", "להת", NULL
};

static const char *const english[] = {
    "y ies", "e ed es ing er ers", " s es ed ing er ers ly y", "le ly", "e y", "ation ations ate e", "f ves", "fe ves",
    "sis ses", "man men", NULL
};
static const char *const italian[] = {
    "o a i e", "io ia i ie", "co ca chi che ci", "go ga ghi ghe gi", "cia ce", "gia ge",
    "are ato ata ati ate ando ante anti ano ava", "ere uto uta uti ute endo ente enti",
    "ire ito ita iti ite endo ente enti isce", "tore trice tori trici", "o amente", "e emente", "le lmente",
    "re rmente", "zione zioni", "are azione azioni", "ire izione",
    "o ino ina ini ine etto etta etti ette issimo issima", "a ina ine etta ette",
    "e ino ina ini one oni", "a o one ona ista isti iste",
    "are arsi o a", "ere ersi o e", "ire irsi", "are atore atrice atori", " s", NULL
};
static const char *const hebrew[] = {
    " ימ ות ה ת י", "ה ת ות ימ", "ות ה ת", "ת ות יות", "ית יות י", "י יימ ית יות", "ות ויות", "ה ייה יה יות",
    "ונ ונימ", " נו נית ני", "ה ימ ות", NULL
};

/* A language without a row: nothing is known of how its words bend. */
static const Bending bending[LANGS] = {
    [EN]      = { .shortest = 3, .before = bare, .families = english, .joins = true },
    [HE]      = { .shortest = 4, .before = prefixes, .families = hebrew, .vowels_vary = true },
    [ZH_HANT] = { .shortest = 3, .before = bare, .families = english },
    [IT]      = { .shortest = 3, .before = bare, .families = italian },
};

enum { FOLDED = MAX_WORD * FOLD_GROWTH, ENDING = 16 };

/* The next of a family's endings; NULL: no more. An ending may be nothing at all. */
static const char *next_ending(const char *family, char ending[ENDING])
{
    size_t n = strcspn(family, " ");
    memcpy(ending, family, n);
    ending[n] = 0;
    return family[n] ? family + n + 1 : NULL;
}

/* A rest that stands in the book with another ending of the family. */
static int find_rest(const Book *b, const char *family, const char *rest, size_t n)
{
    char other[FOLDED + ENDING];
    memcpy(other, rest, n);
    for (const char *more = family; more; ) {
        more = next_ending(more, other + n);
        int found = duet_book_find_folded(b, other);
        if (found != NOWHERE) return found;
    }
    return NOWHERE;
}

static int find_in_family(const Book *b, const Bending *how, const char *family, const char *word, size_t n)
{
    char ending[ENDING];
    for (const char *more = family; more; ) {
        more = next_ending(more, ending);
        size_t cut = strlen(ending);
        if (n < cut + how->shortest || memcmp(word + n - cut, ending, cut)) continue;
        int found = find_rest(b, family, word, n - cut);
        if (found != NOWHERE) return found;
    }
    return NOWHERE;
}

int duet_book_bent(const Book *b, const char *folded)
{
    const Bending *how = &bending[b->lang];
    for (const char *const *p = how->before; p && *p; p++) {
        size_t lead = strlen(*p), n = strlen(folded);
        if (n < lead + how->shortest || strncmp(folded, *p, lead)) continue;
        int found = duet_book_find_folded(b, folded + lead);
        for (const char *const *f = how->families; *f && found == NOWHERE; f++)
            found = find_in_family(b, how, *f, folded + lead, n - lead);
        if (found != NOWHERE) return found;
    }
    return NOWHERE;
}

/* Hebrew is written with more or fewer vowel letters: one left out, or one put in. */
static int find_spelled(const Book *b, const char *folded)
{
    enum { LETTER = 2 };
    static const char *const vowel[] = { "", "ו", "י" };
    size_t n = strlen(folded);
    char other[FOLDED + ENDING];
    for (size_t at = LETTER; at + LETTER <= n; at += LETTER) {
        bool drop = !strncmp(folded + at, vowel[1], LETTER) || !strncmp(folded + at, vowel[2], LETTER);
        for (int v = drop ? 0 : 1; v < (drop ? 1 : 3); v++) {
            size_t put = strlen(vowel[v]), skip = drop ? LETTER : 0;
            memcpy(other, folded, at);
            memcpy(other + at, vowel[v], put);
            memcpy(other + at + put, folded + at + skip, n - at - skip + 1);
            int found = duet_book_find_folded(b, other);
            if (found != NOWHERE) return found;
        }
    }
    return NOWHERE;
}

static int find_nearly(const Book *b, const char *folded)
{
    int found = duet_book_bent(b, folded);
    return found == NOWHERE && bending[b->lang].vowels_vary ? find_spelled(b, folded) : found;
}

bool duet_book_between(const float sum[DIMS], int8_t vector[DIMS])
{
    float square = 0;
    for (int i = 0; i < DIMS; i++) square += sum[i] * sum[i];
    for (int i = 0; square > 0 && i < DIMS; i++)
        vector[i] = (int8_t)fmaxf(-127, fminf(127, sum[i] * STEPS / sqrtf(square)));
    return square > 0;
}

static void add_piece(const Book *b, int word, float sum[DIMS])
{
    for (int i = 0; word != NOWHERE && i < DIMS; i++) sum[i] += b->vector[word][i];
}

/* A Chinese word nobody listed: the longest known pieces, left to right. */
static bool piece_together(const Book *b, const char *folded, int8_t vector[DIMS])
{
    float sum[DIMS] = { 0 };
    char piece[FOLDED];
    size_t n = strlen(folded), step;
    for (size_t at = 0; at < n; at += step) {
        int found = NOWHERE;
        uint32_t point;
        step = (size_t)utf8_next(folded + at, n - at, &point);
        if (!step) return false;
        for (size_t end = n; end > at && found == NOWHERE; end--) {
            if (end < n && ((uint8_t)folded[end] & 0xc0) == 0x80) continue;
            memcpy(piece, folded + at, end - at);
            piece[end - at] = 0;
            if ((found = duet_book_find_folded(b, piece)) != NOWHERE) step = end - at;
        }
        add_piece(b, found, sum);
    }
    return duet_book_between(sum, vector);
}

/* A word of two: snowboarder. Of several ways the one nearest to the middle. */
static bool take_apart(const Book *b, const char *folded, int8_t vector[DIMS])
{
    enum { SHORTEST = 3 };
    float sum[DIMS] = { 0 };
    size_t n = strlen(folded);
    char first[FOLDED];
    for (size_t part = n / 2; part >= SHORTEST; part--)
        for (int other = 0; other < 2; other++) {
            size_t at = other ? n - part : part;
            memcpy(first, folded, at);
            first[at] = 0;
            int a = duet_book_find_folded(b, first), z = duet_book_find_folded(b, folded + at);
            if (z == NOWHERE) z = duet_book_bent(b, folded + at);
            if (a == NOWHERE || z == NOWHERE) continue;
            add_piece(b, a, sum);
            add_piece(b, z, sum);
            return duet_book_between(sum, vector);
        }
    return false;
}

enum { CHINESE_LEAD = 0xe3 };    /* and above: three bytes a character */

int duet_book_whole(const Book *b, const char *word, int8_t vector[DIMS])
{
    char folded[FOLDED];
    int found = duet_book_find(b, word);
    memset(vector, 0, DIMS);
    fold_word(word, folded, sizeof folded);
    if (found == NOWHERE && (uint8_t)folded[0] < CHINESE_LEAD) found = find_nearly(b, folded);
    if (found != NOWHERE) memcpy(vector, b->vector[found], DIMS);
    return found;
}

int duet_book_grasp(const Book *b, const char *word, int8_t vector[DIMS])
{
    char folded[FOLDED];
    int found = duet_book_whole(b, word, vector);
    if (found != NOWHERE) return found;
    fold_word(word, folded, sizeof folded);
    if ((uint8_t)folded[0] >= CHINESE_LEAD) piece_together(b, folded, vector);
    else if (bending[b->lang].joins) take_apart(b, folded, vector);
    return NOWHERE;
}
