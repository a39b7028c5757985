# SPDX-License-Identifier: MIT
"""table.py - at the table: moves that are not on offer, powers that are not one's own, ids that are said again."""
import json

from player import Player, Wrong, get, pick, seated
from server import Server
from wire import Gone, say

GAMES = [("kittens", 3), ("goodevil", 3), ("party", 4), ("ratcat", 3), ("duet", 2)]
WORDS = ["@0", "@1", "@9", "kitten", "nope", "defuse", "99", "-1", "0", "godcat", "#0"]
NO_MOVES = ["dance", "deal", "pick 00", "DRAW", "draw ", " draw", "explode", "c deal", "0 draw", "take", "\u202edraw"]
REFUSALS = {"bad_move", "over", "stale", "not_asked", "illegal", "wrong_round"}


# ---- moves not on offer --------------------------------------------------------------------------------------------

def people(s, game, seats):
    """A table at which everybody is one of ours."""
    host = seated(s.port, game=game, seats=seats)
    all_of_us = [host]
    for i in range(1, seats):
        p = Player(s.port, host.code).welcome()
        p.sit(f"P{i}", i)
        all_of_us.append(p)
    host.start()
    for p in all_of_us:
        p.until(lambda p=p: p.round == host.round, "the round")
    return all_of_us


def together(players):
    """Everybody has heard of the same last event."""
    n = max(p.n for p in players)
    for p in players:
        p.until(lambda p=p: p.n >= n, f"event {n}")


def bare(words):
    """Without the depth that an answer may name in the end. Elsewhere "#0" is a word like any other."""
    return words[:-1] if words[-1].startswith("#") else words


def offered(offer, text):
    words = text.split(" ")
    for row in offer:
        rows = row.split(" ")
        if len(bare(words)) != len(rows):
            continue
        if all(w in r.split("|") or r in ("WORD", "N") for w, r in zip(words, rows)):
            return True
        options = [set(r.split("|")) for r in rows]
        if rows[0] == words[0] and all(any(w in o for o in options) or "WORD" in rows for w in words):
            return True
    return False


def not_offered(t, seen, offer):
    """A move that is none, or one from another moment, or one with other words in it."""
    for _ in range(50):
        row = pick(t.rng, t.rng.choice(seen)).split(" ")
        kind = t.rng.randrange(5)
        if kind == 0:
            row[t.rng.randrange(len(row))] = t.rng.choice(WORDS)
        elif kind == 1:
            row.append(t.rng.choice(["@1", "skip", "#1", ""]))
        elif kind == 2:
            row = row[:-1] or ["draw"]
        elif kind == 3:
            row = [t.rng.choice(NO_MOVES)]
        text = " ".join(row)
        if not offered(offer, text):
            return text
    return "dance"


def moves(t):
    """Moves that are not on offer are refused with a code of moves, and everybody sees the same as before."""
    with t.server() as s:
        for i in t.rounds(short=5, most=25):
            game, seats = GAMES[i % len(GAMES)]
            us, seen = people(s, game, seats), [["draw"], ["pass"], ["nope"], ["knock"]]
            for _ in range(40):
                if us[0].table["phase"] != "playing":
                    break
                seen += [p.now["offer"] for p in us if p.now["offer"]]
                for p in us:
                    one_refusal(t, s, us, p, seen[-30:])
                actor = t.rng.choice([p for p in us if p.asked()])
                answer = actor.move(pick(t.rng, actor.now["offer"]))
                t.check(answer["t"] == "ack", f"{game}: a move on offer gets {answer}")
                if answer["t"] == "ack":
                    for p in us:
                        p.until(lambda p=p, n=answer["n"]: p.n >= n, "what was played")
                together(us)
            for p in us:
                p.end()


def shown(p):
    return p.n, p.now["view"], p.now["asked"], p.now["offer"]


def one_refusal(t, s, us, p, seen):
    before = [shown(q) for q in us]
    text = not_offered(t, seen, p.now["offer"])
    answer = p.move(text)
    t.count("moves not on offer")
    if not t.check(answer["t"] == "err" and answer["code"] in REFUSALS,
                   f"{text!r} is answered {answer}; on offer: {p.now['offer'][:6]}"):
        return
    if t.rng.random() < 0.1:                 # seen afresh, by another line
        fresh = Player(s.port, p.code, p.token).welcome()
        fresh.until(lambda: fresh.now is not None, "a view")
        t.check(shown(fresh) == before[us.index(p)], f"after the refusal of {text!r} the view is another")
        p.socket.close()
        us[us.index(p)] = fresh
        return
    t.check([shown(q) for q in us] == before, f"{text!r} was refused and changed something")


# ---- authority -----------------------------------------------------------------------------------------------------

HOSTS = [{"t": "swap", "seats": [0, 1]}, {"t": "bot", "seat": 2, "level": "random"},
         {"t": "bot", "seat": 2, "level": None},
         {"t": "set", "open": True}, {"t": "set", "hints": True}, {"t": "set", "pace": "human"},
         {"t": "set", "seats": 4}, {"t": "host", "seat": 1},
         {"t": "start"}, {"t": "pause", "on": True}, {"t": "pause", "on": False}, {"t": "stand", "seat": 0}]
SEATS = [{"t": "stand"}, {"t": "name", "name": "Mallory"}, {"t": "luck", "value": "00" * 32},
         {"t": "say", "phrase": "hello"},
         {"t": "handover"}, {"t": "hint"}, {"t": "move", "id": "w1", "round": 1, "move": "draw"},
         {"t": "move", "id": "w2", "round": 1, "move": "pass"}]


def authority(t):
    """Nobody does what only the host or a seat may: no watcher, no other seat, no old token, no used key."""
    with t.server() as s:
        for i in t.rounds(short=4, most=20):
            host = seated(s.port, seats=3)
            other = Player(s.port, host.code).welcome()
            other.sit("Noa", 1)
            host.say({"t": "bot", "seat": 2, "level": "random"})
            host.until(lambda: host.table["seats"][2]["bot"], "a bot")
            if i % 2:
                host.start()
                host.until(lambda: host.asked() or 1 in host.now["asked"], "a person's turn")
            watcher = Player(s.port, host.code).welcome()
            old, used = hand_over(t, s, host)
            for who, messages, code in ((watcher, HOSTS + SEATS, "not_seated"), (other, HOSTS, "not_host")):
                for m in t.rng.sample(messages, len(messages)):
                    forbidden(t, s, host.code, who, m, {code, "wrong_phase"})
            for key in ({"token": old}, {"key": used}, {"token": used}, {"key": old}, {"token": other.token[:-1] + "g"},
                        {"key": other.token}):
                stranger(t, s, host.code, key)
            for x in (host, other, watcher):
                x.end()


def hand_over(t, s, host):
    """The host's seat moves to another device: the token before and the key are worth nothing any more."""
    old, key = host.token, host.ask({"t": "handover"}, ("handover",))["key"]
    device = Player(s.port, host.code, key=key).welcome()
    t.check(device.seat == 0 and device.token != old, "the key does not take the seat over")
    host.end()
    host.socket, host.token = device.socket, device.token
    return old, key


def seen(s, code):
    table = json.loads(get(s.port, f"/api/tables/{code}")[2])
    return {k: v for k, v in table.items() if k != "watching"}


def forbidden(t, s, code, who, message, codes):
    before = seen(s, code)
    who.heard.clear()
    who.say(message)
    who.until(lambda: any(m["t"] in ("err", "ack", "seated", "handover") for m in who.heard), f"an answer to {message}")
    got = next(m for m in who.heard if m["t"] in ("err", "ack", "seated", "handover"))
    t.count("forbidden")
    t.check(got["t"] == "err" and got["code"] in codes, f"{message} by somebody who may not gets {got}")
    t.check(seen(s, code) == before, f"{message} by somebody who may not changed the table")


def stranger(t, s, code, key):
    """What opens nothing lets one watch, and no more."""
    p = Player(s.port, code, **key).welcome()
    t.count("strangers")
    told = any(m["t"] == "err" and m["code"] == "bad_token" for m in p.heard)
    t.check(p.seat is None and told, f"{list(key)} that is void opens seat {p.seat}")
    p.end()


# ---- ids -----------------------------------------------------------------------------------------------------------

def ids(t):
    """The same id plays once: said twice at once, again, with other words, on another line, after kill -9."""
    s = Server(t.program)
    try:
        s.start()
        for i in t.rounds(short=4, most=20):
            p = seated(s.port, "random", seats=3, absent="wait")
            p.start()
            for n in range(6):
                p = again(t, s, p, f"id{i}-{n}", kill=n == 3)
                if p.table["phase"] != "playing":
                    break
            finish(t, s, p)
        s.end()
    except (Wrong, Gone, OSError) as e:
        t.fault(t.explain(s, e))
    finally:
        s.clean()


def again(t, s, p, ident, kill):
    """Plays something, whatever is on offer, and says it again in every way there is."""
    p.until(lambda: p.asked() or p.table["phase"] != "playing", "my turn")
    if p.table["phase"] != "playing":
        return p
    message = {"t": "move", "id": ident, "round": p.round, "move": pick(t.rng, p.now["offer"]), "at": p.now["n"]}
    p.heard.clear()
    p.socket.send(say(message) * 2)
    answers = lambda: [m for m in p.heard if m.get("id") == ident]
    p.until(lambda: len(answers()) >= 2, "two answers")
    t.count("said twice")
    first = answers()[0]
    expected = first["t"] == "ack" or first["code"] in ("stale", "not_asked")       # a bot may have been quicker
    t.check(expected, f"a move on offer gets {first}")
    t.check(answers()[1] == first, f"the same id gets {first} and then {answers()[1]}")
    p.played = getattr(p, "played", []) + ([message["move"]] if first["t"] == "ack" else [])
    if kill:
        s.kill()
        s.start()
        t.count("kills")
    played, round_before = p.played, p.round
    p.end()
    p = Player(s.port, p.code, p.token).welcome()
    p.played = played
    p.until(lambda: p.now is not None, "a view")
    for words in (message["move"], "draw", "pass"):
        late = p.ask({**message, "move": words}, ("ack", "err"))
        t.count("said again")
        over = p.table["phase"] != "playing" or p.round != round_before
        t.check(late == first or over or late["t"] == first["t"] == "err", f"the same id gets {first} and later {late}")
    return p


def finish(t, s, p):
    """Plays to the end, and holds the log against what was acknowledged."""
    while p.table["phase"] == "playing":
        p.until(lambda: p.asked() or p.table["phase"] != "playing", "my turn")
        if p.table["phase"] != "playing":
            break
        n, move = p.now["n"], pick(t.rng, p.now["offer"])
        answer = p.move(move, at=n)
        if answer["t"] == "ack":
            p.played.append(move)
            p.until(lambda: p.now["n"] >= answer["n"] or p.table["phase"] != "playing", "what I did")
    log = get(s.port, f"/api/tables/{p.code}/rounds/{p.round}")[2].decode()
    t.compare(log, 0, p.played)
    p.end()


moves.__name__ = "moves_not_on_offer"
ids.__name__ = "replayed_ids"
ATTACKS = [moves, authority, ids]
