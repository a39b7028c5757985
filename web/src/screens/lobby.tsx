// SPDX-License-Identifier: MIT
// lobby.tsx - before a round at a shared table: who sits where, how to invite, what is played.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Bdi, Button, Dialog, Icon } from "../parts/basic";
import { GamePicture } from "../parts/gamepicture";
import { MeDialog } from "../parts/me";
import { Face } from "../parts/person";
import { ClockFields, LevelField, OptionFields, optionName, valueName } from "../parts/wishes";
import { copyText } from "../parts/share";
import { Stepper } from "../parts/stepper";
import { Qr } from "../parts/qr";
import { lang, number, t, tn } from "../i18n";
import { Talk } from "../parts/talk";
import type { Wishes } from "../message";
import { Choice, Switch } from "./settings";
import { gameInfo, handover, me, ready, say, seatBot, seatName, table } from "../store";

const inviteLink = (code: string): string => `${location.origin}/t/${code}`;

export function Invite(): JSX.Element | null {
  const s = table.value, [copied, setCopied] = useState(false), [qr, setQr] = useState(false);
  if (!s) return null;
  const link = inviteLink(s.code), text = t("invite.text", { game: t(`game.${s.game}`), code: s.code });
  const copy = (): void => {
    void copyText(link).then((done) => { if (done) { setCopied(true); setTimeout(() => setCopied(false), 2500); } });
  };
  const share = (): void => { void navigator.share({ title: "Ninelives", text, url: link }).catch(() => undefined); };
  return (
    <section class="invite" aria-label={t("invite.title")}>
      <div class="invite-qr"><Qr text={link} /></div>
      <p class="invite-say">{t("invite.title")}</p>
      <p class="code" dir="ltr" aria-label={t("invite.code", { code: s.code })}>{s.code}</p>
      <div class="invite-go">
        <Button kind="main" icon={copied ? "check" : "copy"} onClick={copy}>{copied ? t("invite.copied") : t("invite.copy")}</Button>
        {"share" in navigator && <Button icon="share" onClick={share}>{t("invite.share")}</Button>}
        <Button icon="qr" onClick={() => setQr(true)}>{t("invite.qr")}</Button>
      </div>
      {qr && <Dialog title={t("invite.qr")} onClose={() => setQr(false)}><Qr text={link} /><p class="code" dir="ltr">{s.code}</p></Dialog>}
    </section>
  );
}

function Chair({ seat, onBot, onMe }: { seat: number; onBot(): void; onMe(): void }): JSX.Element | null {
  const s = table.value, chair = s?.seats[seat], host = s?.you.host ?? false;
  if (!s || !chair) return null;
  const free = !chair.name && !chair.bot, mine = seat === me.value;
  const about = [
    mine && t("seat.me"), seat === s.host && t("seat.host"), chair.bot && t(`level.${chair.bot}`),
    chair.name && !chair.here && t("seat.away"),
  ];
  return (
    <li class={`chair ${free ? "free" : ""} ${mine ? "mine" : ""}`}>
      {free ? <span class="face nobody" aria-hidden="true"><Icon name="person" /></span> : <Face seat={seat} />}
      <span class="chair-name"><strong><Bdi>{seatName(seat)}</Bdi></strong>
        <small>{about.filter(Boolean).join(" · ")}</small></span>
      <span class="chair-go">
        {host && free && <Button icon="bot" onClick={onBot}>{t("seat.bot")}</Button>}
        {host && chair.bot && <Button icon="bot" label={`${t("seat.change")}: ${seatName(seat)}`} onClick={onBot} />}
        {host && s.seats.length > 1 && !free && (
          <Button kind="quiet" icon="swap" label={t("seat.swap", { name: seatName(seat) })}
            onClick={() => say({ t: "swap", seats: [seat, (seat + 1) % s.seats.length] })} />
        )}
        {host && !mine && chair.name && chair.here && (
          <Button kind="quiet" icon="crown" label={t("seat.make.host", { name: seatName(seat) })}
            onClick={() => say({ t: "host", seat })} />
        )}
        {host && !mine && chair.name && (
          <Button kind="quiet" icon="leave" label={t("seat.free.of", { name: seatName(seat) })} onClick={() => say({ t: "stand", seat })} />
        )}
        {mine && <Button kind="quiet" icon="person" label={t("me.change")} onClick={onMe} />}
        {mine && !s.you.host && <Button kind="quiet" icon="leave" label={t("seat.stand")} onClick={() => say({ t: "stand" })} />}
      </span>
    </li>
  );
}

function BotDialog({ seat, onClose }: { seat: number; onClose(): void }): JSX.Element {
  const level = table.value?.seats[seat]?.bot ?? "easy";
  const set = (l: string | null): void => { seatBot(seat, l); onClose(); };
  return (
    <Dialog title={t("seat.bot")} sheet onClose={onClose}>
      <LevelField level={level} name="bot-level" onSet={(l) => set(l)} />
      <div class="result-go"><Button kind="main" onClick={() => set(level)}>{t("ok")}</Button>
        {table.value?.seats[seat]?.bot && <Button icon="close" onClick={() => set(null)}>{t("seat.free.it")}</Button>}</div>
    </Dialog>
  );
}

function TableWishes(): JSX.Element | null {
  const s = table.value, game = s ? gameInfo(s.game) : undefined;
  if (!s || !game || ready.value !== s.game) return null;
  const set = (w: Wishes): void => say({ t: "set", ...w });
  if (!s.you.host)
    return (
      <dl class="wishes-read">
        {game.options.map((o) => (
          <div key={o.name}>
            <dt>{optionName(game.folder, o.name)}</dt><dd>{valueName(game.folder, s.options[o.name] ?? String(o.usual))}</dd>
          </div>
        ))}
        <div><dt>{t("wish.clock")}</dt><dd>{t(`clock.${s.clock}`)}</dd></div>
        <div><dt>{t("wish.hints")}</dt><dd>{t(s.hints ? "hints.yes" : "hints.no")}</dd></div>
      </dl>
    );
  return (
    <>
      <Stepper label={t("wish.seats")} value={s.seats.length} min={game.seats[0]} max={game.seats[1]}
        text={number(s.seats.length)} onSet={(n) => set({ seats: n })} />
      <OptionFields game={game} seats={s.seats.length} values={s.options} own={s.own} onSet={set} />
      <ClockFields clock={s.clock} pace={s.pace} here={false} onSet={set} />
      <Choice legend={t("wish.absent")} name="absent" value={s.absent}
        choices={[["bot", t("absent.bot")], ["wait", t("absent.wait")]]} onPick={(absent) => set({ absent })} />
      <Switch label={t("wish.hints")} on={s.hints} onSet={(hints) => set({ hints })} />
      <Switch label={t("wish.open")} on={s.open} onSet={(open) => set({ open })} />
    </>
  );
}

export function OtherDevice(): JSX.Element | null {
  const s = table.value, key = handover.value;
  if (!s || me.value === null) return null;
  return (
    <>
      <Button kind="quiet" icon="share" onClick={() => say({ t: "handover" })}>{t("handover")}</Button>
      {key && (
        <Dialog title={t("handover")} onClose={() => { handover.value = null; }}>
          <p>{t("handover.how")}</p><Qr text={`${inviteLink(s.code)}#key=${key}`} />
        </Dialog>
      )}
    </>
  );
}

/** The large screen in the room shows the table; phones are the hands. */
function Television(): JSX.Element | null {
  const s = table.value;
  if (!s) return null;
  const link = `${location.origin}/tv/${s.code}`;
  return (
    <div class="to-tv">
      <Button kind="quiet" icon="screen" onClick={() => { window.open(`${link}?lang=${lang.value}`, "_blank", "noopener"); }}>
        {t("tv.open")}
      </Button>
      <small>{t("tv.how")} <bdi dir="ltr">{link.replace(/^https?:\/\//, "")}</bdi></small>
    </div>
  );
}

export function Lobby(): JSX.Element | null {
  const s = table.value, game = s ? gameInfo(s.game) : undefined, [bot, setBot] = useState<number | null>(null);
  const [mine, setMine] = useState(false);
  if (!s) return null;
  const free = s.seats.filter((c) => !c.name && !c.bot).length;
  const fillUp = (): void => s.seats.forEach((c, i) => { if (!c.name && !c.bot) seatBot(i, "easy"); });
  return (
    <main class={`lobby table-${game?.folder ?? ""} game-${s.game}`}>
      <div class="ticket">{game && <GamePicture game={game} />}<h1>{t(`game.${s.game}`)}</h1>{s.you.host && <Invite />}</div>
      <section class="chairs" aria-labelledby="chairs-title">
        <h2 id="chairs-title">{free ? tn("lobby.free", free) : t("lobby.full")}</h2>
        <ul>{s.seats.map((_, i) => <Chair key={i} seat={i} onBot={() => setBot(i)} onMe={() => setMine(true)} />)}</ul>
      </section>
      {s.hints && <p class="hints-on"><Icon name="bulb" />{t("hints.on")}</p>}
      <details class="wishes" open={false}><summary><h2>{t("wish.more")}</h2></summary><TableWishes /></details>
      <OtherDevice />
      <Television />
      {me.value !== null && <Talk />}
      <div class="lobby-go">
        {s.you.host && free > 0 && <Button icon="bot" onClick={fillUp}>{t("lobby.fill")}</Button>}
        {s.you.host
          ? <Button kind="main" icon="play" disabled={free > 0} onClick={() => say({ t: "start" })}>{t("lobby.start")}</Button>
          : <p role="status"><Icon name="clock" />{t("lobby.wait", { name: seatName(s.host) })}</p>}
      </div>
      {bot !== null && <BotDialog seat={bot} onClose={() => setBot(null)} />}
      {mine && <MeDialog onClose={() => setMine(false)} />}
    </main>
  );
}
