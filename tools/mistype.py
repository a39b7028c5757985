# SPDX-License-Identifier: MIT
"""Clues as people type them, made from clean ones: one slip or one ending each, the same for the same seed."""
import random
import unicodedata

# Rows of the keyboards: the next letter on the same row is what a finger hits by mistake.
KEYS = {"he": ["קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"]}
QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
FINAL = dict(zip("ךםןףץ", "כמנפצ"))
# Pairs from lists of characters that learners confuse; written apart from the engine's own table.
ALIKE = """人入 大太 大犬 天夫 土士 末未 己已 日曰 目自 木本 午牛 千干 刀力 王玉 田由 田甲 鳥烏 免兔 今令 白百 爪瓜 狼狠 折拆 晴睛 晴情 揚楊
    博搏 喝渴 戴載 壁璧 燥躁 孤狐 密蜜 班斑 買賣 炒抄 跑泡 泡炮 橙澄 師帥 獅師 象像 候侯 猴候 鏡境 鋼綱 雪雷 雷電 熊態 問間 門們 眼眠 書畫
    書晝 鴨鴉 針計 針釘 劍箭 飯飲 搶槍 圓園 峰蜂 籃藍 裡裏 台臺 貓猫 雞鷄 豬猪 國国 學学 體体 氣汽 帶戴 作做 座坐 遊游 線綫 週周 麵面 船般 糖塘
    紅江 河何 海梅 湖胡 洋羊 油由 酒洒 湯場 冰水 火人 山仙 石右 金全 銀根 車東 馬鳥 魚角 牛午 羊半 花化 草早 果課 球求 手毛 頭頸 心必 口囗 耳目
    王主 后後 兵丘 衣依 帽瑁 鞋靴 褲庫 床庄 燈登 刀刃 房旁 屋居 窗囪 箱相 包句 票栗 錢淺 紙紋 筆笨 畫劃 音章 歌哥 舞無 影景 電雷 機幾 話活 視現""".split()
KIN = {}
for pair in ALIKE:
    for a, b in (pair, pair[::-1]):
        KIN.setdefault(a, []).append(b)


def swapped(word, dice):
    places = [i for i in range(1, len(word) - 1) if word[i] != word[i + 1]]
    if not places:
        return None
    i = dice.choice(places)
    return word[:i] + word[i + 1] + word[i] + word[i + 2:]


def left_out(word, dice):
    i = dice.randrange(1, len(word))
    return word[:i] + word[i + 1:]


def doubled(word, dice):
    i = dice.randrange(1, len(word))
    return word[:i] + word[i] + word[i:]


def beside(word, dice, rows):
    """A neighbouring key hit in place of a letter."""
    near = {}
    for row in rows:
        for a, b in zip(row, row[1:]):
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    places = [i for i in range(1, len(word)) if word[i] in near]
    if not places:
        return None
    i = dice.choice(places)
    return word[:i] + dice.choice(near[word[i]]) + word[i + 1:]


def alike(word, dice):
    places = [i for i, c in enumerate(word) if c in KIN]
    if not places:
        return None
    i = dice.choice(places)
    return word[:i] + dice.choice(KIN[word[i]]) + word[i + 1:]


def marked(word, dice, marks):
    before, after = dice.choice(marks)
    return before + word + after


def bent(word, lang, dice):
    """A plural, a possessive or another ending."""
    if lang == "en":
        return dice.choice([word + "'s", word + "’s", word[:-1] + "ies" if word.endswith("y") else word + ("es" if word[-1] in "sxz" else "s")])
    if lang == "it":
        endings = {"o": "i", "a": "e", "e": "i"}
        return word[:-1] + endings[word[-1]] if word[-1] in endings else "l'" + word
    return dice.choice(["ה" + word, "ב" + word, word[:-1] + FINAL.get(word[-1], word[-1]) + "ים"])


def ways(word, lang):
    """What may happen to a word in this language; letters only where it has enough of them to be recognised."""
    if lang == "zh-Hant":
        return [lambda d: alike(word, d), lambda d: alike(word, d), lambda d: marked(word, d, [("", "。"), ("「", "」"), ("", "！")])]
    found = [lambda d: bent(word, lang, d), lambda d: marked(word, d, [("", "."), ("", "!"), ('"', '"'), ("", ",")])]
    if len(word) >= (4 if lang == "he" else 5):
        rows = KEYS.get(lang, QWERTY)
        found += [lambda d: swapped(word, d), lambda d: left_out(word, d), lambda d: doubled(word, d), lambda d: beside(word, d, rows)]
    return found


def mistype(word, lang, seed):
    """The word as somebody may type it: never the word itself."""
    dice = random.Random(f"{seed} {lang} {word}")
    word = unicodedata.normalize("NFC", word)
    while True:
        typed = dice.choice(ways(word, lang))(dice)
        if typed and typed != word:
            return typed
