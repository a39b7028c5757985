/* SPDX-License-Identifier: MIT
 *
 * tastes.c - the constants of the rules of thumb, edition by edition, in the order of hunch.h.
 * Rows as tools/tune prints them. */
#include "hunch.h"

const Taste kittens_tastes[EDITIONS][TASTE_COUNT] = {
    [KITTENS] = {
        { "defuse", 0.3369f, 0.0f, 1.5f },
        { "nope", 0.2311f, 0.0f, 0.5f },
        { "attack", 0.2600f, 0.0f, 0.5f },
        { "targeted", 0.1928f, 0.0f, 0.5f },
        { "skip", 0.1983f, 0.0f, 0.5f },
        { "favor", 0.1671f, 0.0f, 0.3f },
        { "shuffle", 0.1325f, 0.0f, 0.5f },
        { "future", 0.1507f, 0.0f, 0.3f },
        { "alter", 0.0208f, 0.0f, 0.3f },
        { "bottom", 0.0249f, 0.0f, 0.5f },
        { "armageddon", 0.1095f, 0.0f, 0.5f },
        { "cat", 0.1138f, 0.0f, 0.2f },
        { "feral", 0.0121f, 0.0f, 0.2f },
        { "godcat", 0.7018f, 0.0f, 1.0f },
        { "card", 0.1188f, 0.0f, 0.3f },
        { "spare", 0.4916f, 0.0f, 1.5f },
        { "paired", 0.1250f, 0.0f, 0.3f },
        { "loss", -0.0324f, -0.2f, 0.8f },
        { "spite", 0.2013f, 0.0f, 2.0f },
        { "hurt", 0.3729f, 0.0f, 1.0f },
        { "lurk", 0.0041f, 0.0f, 0.3f },
        { "fresh", 0.3077f, 0.0f, 1.0f },
        { "fade", 0.7464f, 0.0f, 1.0f },
        { "late", 0.6704f, -2.0f, 4.0f },
        { "crowd", 0.7671f, 0.0f, 2.0f },
        { "press", 0.0341f, 0.0f, 2.0f },
        { "peek", 0.8663f, 0.0f, 3.0f },
        { "bend", 0.5944f, 0.0f, 2.0f },
        { "steal", 1.3687f, 0.0f, 3.0f },
        { "beg", 0.1414f, 0.0f, 0.3f },
        { "demand", 0.9093f, 0.0f, 3.0f },
        { "rummage", 0.3960f, 0.0f, 1.5f },
        { "luck", 0.1126f, 0.0f, 1.0f },
        { "top-bare", 0.9640f, 0.0f, 1.0f },
        { "top-safe", 0.3048f, 0.0f, 1.0f },
        { "top-unarmed", 0.4655f, 0.0f, 1.0f },
        { "depth", 1.1033f, 0.0f, 1.2f },
        { "corner", 0.7975f, 0.0f, 3.0f },
        { "guard", 0.8248f, 0.0f, 3.0f },
        { "meddle", 0.3923f, 0.0f, 2.0f },
        { "pry", 0.0473f, 0.0f, 1.0f },
        { "duel-skip", 0.1295f, 0.0f, 0.5f },
        { "duel-attack", 0.3602f, 0.0f, 0.5f },
        { "duel-steal", 1.5565f, 0.0f, 3.0f },
        { "duel-top-safe", 0.0728f, 0.0f, 1.0f },
        { "grave", 0.6000f, 0.0f, 1.0f },
        { "wary", 25.0000f, 1.0f, 30.0f },
        { "quiet", 0.5000f, 0.0f, 1.0f },
    },
    [GOODEVIL] = {
        { "defuse", 0.3955f, 0.0f, 1.5f },
        { "nope", 0.2494f, 0.0f, 0.5f },
        { "attack", 0.2042f, 0.0f, 0.5f },
        { "targeted", 0.2903f, 0.0f, 0.5f },
        { "skip", 0.1381f, 0.0f, 0.5f },
        { "favor", 0.1280f, 0.0f, 0.3f },
        { "shuffle", 0.0943f, 0.0f, 0.5f },
        { "future", 0.0794f, 0.0f, 0.3f },
        { "alter", 0.0474f, 0.0f, 0.3f },
        { "bottom", 0.1266f, 0.0f, 0.5f },
        { "armageddon", 0.3179f, 0.0f, 0.5f },
        { "cat", 0.0325f, 0.0f, 0.2f },
        { "feral", 0.0777f, 0.0f, 0.2f },
        { "godcat", 0.3531f, 0.0f, 1.0f },
        { "card", 0.1629f, 0.0f, 0.3f },
        { "spare", 0.6451f, 0.0f, 1.5f },
        { "paired", 0.0359f, 0.0f, 0.3f },
        { "loss", 0.1800f, -0.2f, 0.8f },
        { "spite", 0.1749f, 0.0f, 2.0f },
        { "hurt", 0.0795f, 0.0f, 1.0f },
        { "lurk", 0.1098f, 0.0f, 0.3f },
        { "fresh", 0.4818f, 0.0f, 1.0f },
        { "fade", 0.6411f, 0.0f, 1.0f },
        { "late", 0.6918f, -2.0f, 4.0f },
        { "crowd", 0.0772f, 0.0f, 2.0f },
        { "press", 0.4161f, 0.0f, 2.0f },
        { "peek", 0.5560f, 0.0f, 3.0f },
        { "bend", 0.1302f, 0.0f, 2.0f },
        { "steal", 0.1886f, 0.0f, 3.0f },
        { "beg", 0.1169f, 0.0f, 0.3f },
        { "demand", 0.0397f, 0.0f, 3.0f },
        { "rummage", 0.5056f, 0.0f, 1.5f },
        { "luck", 0.1147f, 0.0f, 1.0f },
        { "top-bare", 0.8463f, 0.0f, 1.0f },
        { "top-safe", 0.9799f, 0.0f, 1.0f },
        { "top-unarmed", 0.5115f, 0.0f, 1.0f },
        { "depth", 1.1128f, 0.0f, 1.2f },
        { "corner", 0.8568f, 0.0f, 3.0f },
        { "guard", 1.0777f, 0.0f, 3.0f },
        { "meddle", 0.7829f, 0.0f, 2.0f },
        { "pry", 0.2310f, 0.0f, 1.0f },
        { "duel-skip", 0.1669f, 0.0f, 0.5f },
        { "duel-attack", 0.2669f, 0.0f, 0.5f },
        { "duel-steal", 0.8942f, 0.0f, 3.0f },
        { "duel-top-safe", 0.3128f, 0.0f, 1.0f },
        { "grave", 0.6000f, 0.0f, 1.0f },
        { "wary", 25.0000f, 1.0f, 30.0f },
        { "quiet", 0.5000f, 0.0f, 1.0f },
    },
    [PARTY] = {
        { "defuse", 0.4056f, 0.0f, 1.5f },
        { "nope", 0.2097f, 0.0f, 0.5f },
        { "attack", 0.2624f, 0.0f, 0.5f },
        { "targeted", 0.2765f, 0.0f, 0.5f },
        { "skip", 0.1780f, 0.0f, 0.5f },
        { "favor", 0.0778f, 0.0f, 0.3f },
        { "shuffle", 0.1016f, 0.0f, 0.5f },
        { "future", 0.0916f, 0.0f, 0.3f },
        { "alter", 0.2219f, 0.0f, 0.3f },
        { "bottom", 0.0952f, 0.0f, 0.5f },
        { "armageddon", 0.1479f, 0.0f, 0.5f },
        { "cat", 0.0590f, 0.0f, 0.2f },
        { "feral", 0.1023f, 0.0f, 0.2f },
        { "godcat", 0.6358f, 0.0f, 1.0f },
        { "card", 0.1129f, 0.0f, 0.3f },
        { "spare", 0.2878f, 0.0f, 1.5f },
        { "paired", 0.1178f, 0.0f, 0.3f },
        { "loss", 0.2000f, -0.2f, 0.8f },
        { "spite", 0.1667f, 0.0f, 2.0f },
        { "hurt", 0.4746f, 0.0f, 1.0f },
        { "lurk", 0.0057f, 0.0f, 0.3f },
        { "fresh", 0.4500f, 0.0f, 1.0f },
        { "fade", 0.7500f, 0.0f, 1.0f },
        { "late", 0.2048f, -2.0f, 4.0f },
        { "crowd", 0.4044f, 0.0f, 2.0f },
        { "press", 0.2306f, 0.0f, 2.0f },
        { "peek", 0.9580f, 0.0f, 3.0f },
        { "bend", 0.5220f, 0.0f, 2.0f },
        { "steal", 0.4672f, 0.0f, 3.0f },
        { "beg", 0.0872f, 0.0f, 0.3f },
        { "demand", 0.6367f, 0.0f, 3.0f },
        { "rummage", 0.6000f, 0.0f, 1.5f },
        { "luck", 0.1713f, 0.0f, 1.0f },
        { "top-bare", 0.9490f, 0.0f, 1.0f },
        { "top-safe", 0.1764f, 0.0f, 1.0f },
        { "top-unarmed", 0.4409f, 0.0f, 1.0f },
        { "depth", 0.8570f, 0.0f, 1.2f },
        { "corner", 0.1807f, 0.0f, 3.0f },
        { "guard", 1.2468f, 0.0f, 3.0f },
        { "meddle", 0.3708f, 0.0f, 2.0f },
        { "pry", 0.0726f, 0.0f, 1.0f },
        { "duel-skip", 0.1257f, 0.0f, 0.5f },
        { "duel-attack", 0.2360f, 0.0f, 0.5f },
        { "duel-steal", 1.3860f, 0.0f, 3.0f },
        { "duel-top-safe", 0.0324f, 0.0f, 1.0f },
        { "grave", 0.6000f, 0.0f, 1.0f },
        { "wary", 25.0000f, 1.0f, 30.0f },
        { "quiet", 0.5000f, 0.0f, 1.0f },
    },
};

/* Tuned in duels against sharp (tune --answer), for a player who thinks ahead. */
const float kittens_answer[TASTE_COUNT] = {
    0.4256f,  /* defuse */
    0.3238f,  /* nope */
    0.2781f,  /* attack */
    0.1850f,  /* targeted */
    0.1553f,  /* skip */
    0.1870f,  /* favor */
    0.1303f,  /* shuffle */
    0.1042f,  /* future */
    0.0668f,  /* alter */
    0.0201f,  /* bottom */
    0.1589f,  /* armageddon */
    0.1199f,  /* cat */
    0.0032f,  /* feral */
    0.6861f,  /* godcat */
    0.1231f,  /* card */
    0.6050f,  /* spare */
    0.1057f,  /* paired */
    -0.1620f, /* loss */
    0.4023f,  /* spite */
    0.0493f,  /* hurt */
    0.2778f,  /* lurk */
    0.4092f,  /* fresh */
    0.8517f,  /* fade */
    0.5640f,  /* late */
    0.9090f,  /* crowd */
    0.3142f,  /* press */
    0.9466f,  /* peek */
    0.7258f,  /* bend */
    1.8013f,  /* steal */
    0.1743f,  /* beg */
    0.0731f,  /* demand */
    0.2857f,  /* rummage */
    0.2136f,  /* luck */
    0.7959f,  /* top-bare */
    0.3560f,  /* top-safe */
    0.5295f,  /* top-unarmed */
    1.1563f,  /* depth */
    0.9864f,  /* corner */
    1.3155f,  /* guard */
    0.7598f,  /* meddle */
    0.0969f,  /* pry */
    0.1207f,  /* duel-skip */
    0.3864f,  /* duel-attack */
    1.3453f,  /* duel-steal */
    0.0078f,  /* duel-top-safe */
    0.5427f,  /* grave */
    14.7419f,  /* wary */
    0.4672f,  /* quiet */
};
