/* SPDX-License-Identifier: MIT
 *
 * typed.c - from what was typed to what was meant. A book holds no letters of most of its words, only their hashes; so
 * every way to undo one slip is tried, and looked up. That takes a few hundred to a few thousand looks, about a tenth
 * of a millisecond. */
#include "typed.h"

#include "../../core/fold.h"
#include "../../core/utf8.h"

/* ---- what stands around a word ------------------------------------------------------------ */

/* Folded: curly quotes, the Hebrew geresh and wide forms are these already. */
static const char *const marks[] = {
    ".", ",", "!", "?", ";", ":", "'", "\"", "(", ")", "[", "]", "*", "#", "/", "`", "~", "。", "、", "「", "」", "『", "』",
    "《", "》", "〈", "〉", "«", "»", "…", "•", "·", "¿", "¡", NULL
};

static size_t mark_at(const char *text)
{
    for (const char *const *m = marks; *m; m++)
        if (!strncmp(text, *m, strlen(*m))) return strlen(*m);
    return 0;
}

/* How many bytes a mark at the end takes. */
static size_t mark_before(const char *text, size_t n)
{
    for (const char *const *m = marks; *m; m++)
        if (n >= strlen(*m) && !memcmp(text + n - strlen(*m), *m, strlen(*m))) return strlen(*m);
    return 0;
}

static void trim(char *text)
{
    size_t n = strlen(text), cut;
    while ((cut = mark_at(text))) memmove(text, text + cut, (n -= cut) + 1);
    while ((cut = mark_before(text, n))) text[n -= cut] = 0;
}

void duet_typed_bare(const char *word, char out[TYPED])
{
    fold_word(word, out, TYPED);
    trim(out);
    char *quote = strchr(out, '\'');
    if (!quote) return;
    if (!strcmp(quote, "'s")) *quote = 0;                        /* god's */
    else if ((uint8_t)*out < 0x80) {                             /* l'acqua; in Hebrew it is part of a letter */
        size_t rest = strlen(quote + 1);
        if (rest > (size_t)(quote - out)) memmove(out, quote + 1, rest + 1);
    }
}

/* ---- how people of a language slip ---------------------------------------------------------- */

/* `kin`: letters that are taken for one another because they sound or look alike; within a group any for any.
 * `letters`: all that may have been left out or hit by mistake. Words of fewer than `shortest` letters have too many
 * neighbours. */
typedef struct { int shortest; const char *letters, *const *kin; } Typing;

static const char *const english_kin[] = { "aeiouy", "ck", "cs", "sz", "kq", "gj", "fv", "mn", "td", "bp", "vw", NULL };
static const char *const italian_kin[] = { "aeiou", "ckq", "sz", "gj", "fv", "mn", "td", "bp", "iy", "vw", NULL };
static const char *const hebrew_kin[] = {
    "אעה", "טת", "כק", "כח", "בו", "סש", "צס", "יו", "דר", "הח", "בכ", "וז", "גנ", "ונ", "סמ", "עצ", NULL
};
/* Characters that look alike, then some that sound alike and are often typed for one another. */
static const char *const chinese_kin[] = {
    "未末", "己已巳", "土士", "人入八", "日曰", "大太犬天", "千干于", "午牛", "刀力", "田由甲申", "木本", "目自", "白百", "王玉主",
    "鳥烏島", "免兔", "侯候猴", "今令", "治冶", "折拆析", "暑署", "晴睛情清請", "幣弊", "博搏", "撥潑拔", "揚楊陽場", "喝渴", "載戴帶",
    "刺剌", "壁璧", "燥躁噪澡", "遊游", "檯臺台", "裡裏", "線綫", "群羣裙", "週周", "佈布", "瞭了", "麵面", "鬆松", "鐘鍾", "乾干",
    "籃藍", "狠狼", "孤狐弧", "瓜爪", "班斑", "辨辯辦", "密蜜", "拋拖", "貪貧", "買賣", "徒徙", "微徵", "榜傍", "巨臣", "兵乒乓",
    "坐座", "作做", "在再", "像象橡", "須需", "即既", "捐損", "享亨", "粟栗", "卷券", "茶荼", "偏編篇", "祖租組", "代伐", "戌戍戊",
    "冰氷", "冷泠", "准準", "抄炒吵秒", "飯飲", "餃絞", "跑泡炮抱飽砲", "蛋旦", "淇其", "琳淋", "蘋頻", "蕉焦", "橙澄燈", "檬濛",
    "餅併", "師帥獅", "帳賬", "畫劃書晝", "化花", "音因", "球求", "賽塞", "運連", "進近", "遠園圓", "送迭", "迷謎", "蜂峰鋒峯",
    "崗岡鋼綱", "銅桐", "鈴玲", "鏡境", "針釘", "釣鉤鈎", "狗拘", "貓猫", "豬猪", "雞鷄", "鴨鴉", "蝶碟", "虎虛", "熊態能", "船般航",
    "飛非", "機幾", "槍搶", "劍箭", "輪論", "輛倆", "雪雷電", "霧霜", "風瘋", "雲云", "暖曖", "熱熟", "煤媒", "煙菸", "床牀", "窗窓",
    "牆墻", "門們", "間問聞", "閃閂", "闆板", "關開", "鞋靴", "褲庫", "帽冒", "衫杉", "紅虹", "綠緣", "紫柴", "黑墨", "唱昌", "喊減",
    "嘴咀", "眼眠", "耳取", "腿褪", "腦惱", "心必", "骨滑", "魔摩", "鬼塊", "神伸", "國国", "體体", "學学", "氣汽", "記紀計", "校較",
    "考老孝", "課棵", "糖搪", NULL
};

/* A language without a row: nothing is known of how it is typed. */
static const Typing typing[LANGS] = {
    [EN]      = { 4, "abcdefghijklmnopqrstuvwxyz", english_kin },
    [HE]      = { 3, "אבגדהוזחטיכלמנסעפצקרשת", hebrew_kin },
    [ZH_HANT] = { 2, "", chinese_kin },
    [IT]      = { 4, "abcdefghijklmnopqrstuvwxyz", italian_kin },
};

/* How strange each kind of slip is. */
#define SWAPPED   1.0f           /* two neighbours */
#define DOUBLED   1.0f           /* one letter for two, two for one */
#define ALIKE     1.0f           /* one of its kin */
#define LEFT_OUT  1.3f
#define TOO_MANY  1.3f
#define ANOTHER   1.8f           /* any other letter */
#define AT_FIRST  0.5f           /* more, at the first letter: people see that one */
#define INFLECTED 0.3f           /* more, if only another form of the word is known */
#define UNCOMMON  0.1f           /* more, for every doubling of its rank */
enum { KNOWN_TO_ALL = 1000, RANK_UNKNOWN = 32000 };
enum { TWO_SLIPS = 7 };          /* words of so many letters may hold two of the commonest */

/* ---- trying ------------------------------------------------------------------------------------ */

enum { LETTERS = 32 };
typedef struct { int n; uint32_t at[LETTERS + 2]; } Letters;

typedef struct {
    const Book   *book;
    const Typing *how;
    Slip         *out;
    int           n;
    bool          forms;         /* look for other forms of the words as well */
} Search;

static bool spell(const char *text, Letters *l)
{
    size_t left = strlen(text);
    l->n = 0;
    for (int took; left; text += took, left -= (size_t)took)
        if (l->n == LETTERS || !(took = utf8_next(text, left, &l->at[l->n++]))) return false;
    return true;
}

static bool has_letter(const char *group, uint32_t letter)
{
    char text[5] = { 0 };
    utf8_put(letter, text);
    return strstr(group, text) != NULL;
}

static float uncommon(const Book *b, int word)
{
    int entry = duet_book_entry(b, word);
    uint32_t rank = entry == NOWHERE ? RANK_UNKNOWN : b->entry[entry].rank;
    float sum = 0;
    for (; rank > KNOWN_TO_ALL && sum < 1; rank /= 2) sum += UNCOMMON;
    return sum;
}

/* Keeps it if it is among the best, once. */
static void keep(Search *s, int word, float strange)
{
    int k = 0, last;
    strange += uncommon(s->book, word);
    while (k < s->n && s->out[k].strange <= strange && s->out[k].word != word) k++;
    if (k == SLIPS || (k < s->n && s->out[k].strange <= strange)) return;
    for (last = k; last < s->n && s->out[last].word != word; last++) { }
    if (last == s->n && s->n < SLIPS) s->n++;
    if (last == SLIPS) last--;
    for (; last > k; last--) s->out[last] = s->out[last - 1];
    s->out[k] = (Slip){ word, strange };
}

/* The word with `cut` letters at `at` replaced by others. */
static void edit(const Letters *l, int at, int cut, const uint32_t *put, int n, Letters *out)
{
    memcpy(out->at, l->at, (size_t)at * sizeof *l->at);
    for (int i = 0; i < n; i++) out->at[at + i] = put[i];
    memcpy(out->at + at + n, l->at + at + cut, (size_t)(l->n - at - cut) * sizeof *l->at);
    out->n = l->n - cut + n;
}

static void look_up(Search *s, const Letters *l, float strange)
{
    char text[4 * (LETTERS + 2) + 1];
    size_t n = 0;
    for (int i = 0; i < l->n; i++) n += (size_t)utf8_put(l->at[i], text + n);
    text[n] = 0;
    int found = duet_book_find_folded(s->book, text);
    if (found != NOWHERE) keep(s, found, strange);
    else if (s->forms && (found = duet_book_bent(s->book, text)) != NOWHERE) keep(s, found, strange + INFLECTED);
}

/* What to do with each way to undo a slip: look the word up, or undo another one first. */
typedef void Then(Search *s, const Letters *l, float strange);

static void try_edit(Search *s, const Letters *l, int at, int cut, const uint32_t *put, int n, float strange,
                     Then *then)
{
    Letters other;
    edit(l, at, cut, put, n, &other);
    then(s, &other, strange + (at ? 0 : AT_FIRST));
}

/* The commonest slips: swapped neighbours, a letter once or twice, a letter for its kin. */
static void undo_common(Search *s, const Letters *l, float strange, Then *then)
{
    for (int i = 0; i < l->n; i++) {
        uint32_t here = l->at[i], next = i + 1 < l->n ? l->at[i + 1] : 0;
        if (next && next != here) try_edit(s, l, i, 2, (uint32_t[]){ next, here }, 2, strange + SWAPPED, then);
        if (next == here) try_edit(s, l, i, 1, NULL, 0, strange + DOUBLED, then);
        if (*s->how->letters && i) try_edit(s, l, i, 0, &here, 1, strange + DOUBLED, then);
        for (const char *const *g = s->how->kin; *g; g++) {
            Letters kin;
            if (!has_letter(*g, here) || !spell(*g, &kin)) continue;
            for (int k = 0; k < kin.n; k++)
                if (kin.at[k] != here) try_edit(s, l, i, 1, &kin.at[k], 1, strange + ALIKE, then);
        }
    }
}

/* The others: any letter left out, too many, or in the place of another. */
static void undo_others(Search *s, const Letters *l)
{
    Letters all;
    if (!*s->how->letters || !spell(s->how->letters, &all)) return;
    for (int i = 0; i <= l->n; i++) {
        if (i < l->n) try_edit(s, l, i, 1, NULL, 0, TOO_MANY, look_up);
        for (int k = 0; k < all.n; k++) {
            try_edit(s, l, i, 0, &all.at[k], 1, LEFT_OUT, look_up);
            if (i < l->n) try_edit(s, l, i, 1, &all.at[k], 1, ANOTHER, look_up);
        }
    }
}

static void undo_second(Search *s, const Letters *l, float strange) { undo_common(s, l, strange, look_up); }

int duet_typed_slips(const Book *b, const char *folded, Slip out[SLIPS])
{
    Search s = { .book = b, .how = &typing[b->lang], .out = out };
    Letters l;
    if (!s.how->kin || !spell(folded, &l) || l.n < s.how->shortest) return 0;
    if (*s.how->letters && !has_letter(s.how->letters, l.at[0])) return 0;       /* another script */
    undo_common(&s, &l, 0, look_up);
    undo_others(&s, &l);
    if (s.n) return s.n;
    s.forms = true;
    undo_common(&s, &l, 0, look_up);
    s.forms = false;
    if (l.n >= TWO_SLIPS && !s.n) undo_common(&s, &l, 0, undo_second);
    return s.n;
}
