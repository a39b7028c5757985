// SPDX-License-Identifier: MIT
// newtable.tsx - a new table for the chosen game: with friends by a link, or here with bots.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, Dialog, Icon } from "../parts/basic";
import { GamePicture } from "../parts/gamepicture";
import { Head } from "../parts/person";
import { ClockFields, LevelField, OptionFields } from "../parts/wishes";
import { enter, lang, number, t, tn } from "../i18n";
import { canLearn, learn, myName, offered, startHere } from "../learn";
import type { Created, GameInfo, Wishes } from "../message";
import { change, settings } from "../settings";
import { Refused, api, expectAt } from "../socket";
import { go, keepTable, refuse } from "../store";
import { visible } from "../visible";
import { rulesOpen } from "../ui";
import { Stepper } from "../parts/stepper";

async function startOnline(game: GameInfo, name: string, seats: number, wish: Wishes): Promise<void> {
  const options = offered(game, wish.options);
  const made = await api<Created>("/api/tables", {
    game: game.id, name, seats, options, clock: wish.clock ?? "relaxed", pace: wish.pace ?? "human",
    ...(wish.own ? { own: wish.own } : {}),
  });
  keepTable({ code: made.code, here: false, game: game.id, token: made.token, phase: "lobby" });
  expectAt(made.code, made.node);
  go(`/t/${made.code}`);
}

/** Who will sit there: me, and a bot in every other chair until somebody comes. */
function Seated({ names, n }: { names: string[]; n: number }): JSX.Element {
  return (
    <div class="newtable-seats" aria-hidden="true">
      {Array.from({ length: n }, (_, i) => (
        <Head key={i} cat={i} name={names[i === 0 ? 0 : 1 + (i % (names.length - 1))] ?? "?"}>
          {i > 0 && <Icon name="bot" class="face-badge" />}
        </Head>
      ))}
    </div>
  );
}

export function NewTable({ game, onClose }: { game: GameInfo; onClose(): void }): JSX.Element {
  const [low, high] = game.seats;
  const [seats, setSeats] = useState(Math.min(high, Math.max(low, low === 2 && high <= 8 && high > 5 ? 2 : 4)));
  const [level, setLevel] = useState("easy"), [wish, setWish] = useState<Wishes>({}), [busy, setBusy] = useState(false);
  const name = settings.value.name;
  useEffect(() => { void enter(game.folder); }, [game.folder, lang.value]);
  const merge = (w: Wishes): void => setWish({ ...wish, ...w, options: { ...wish.options, ...w.options } });
  const called = myName();
  const online = (): void => {
    setBusy(true);
    startOnline(game, called, seats, wish).then(onClose)
      .catch((e: unknown) => refuse(e instanceof Refused ? e.code : "no_server"))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={t(`game.${game.id}`)} onClose={onClose} sheet class="newtable">
      <div class="newtable-head"><GamePicture game={game} />
        <p>
          {t(`pitch.${game.id}`)}{" "}
          <button type="button" class="link" onClick={() => { rulesOpen.value = { game: game.id }; }}>{t("rules")}</button>
        </p>
        {canLearn(game) && (
          <Button icon="bulb" class="learn" onClick={() => { void learn(game).then(onClose); }}>{t("learn")}</Button>
        )}
      </div>
      <div class="field"><label for="my-name">{t("name.mine")}</label>
        <input id="my-name" dir="auto" value={name} maxLength={24} placeholder={t("name.guest")} autocomplete="nickname"
          onInput={(e) => change({ name: visible(e.currentTarget.value) })} />
      </div>
      <Stepper label={t("wish.seats")} value={seats} min={low} max={high} onSet={setSeats} text={number(seats)} />
      <Seated names={[called, ...t("name.bots").split(",")]} n={seats} />
      <LevelField level={level} name="level" onSet={setLevel} />
      <details class="more"><summary>{t("wish.more")}</summary>
        <OptionFields game={game} seats={seats} values={offered(game, wish.options)} own={wish.own?.length ?? 0} onSet={merge} />
        <ClockFields clock={wish.clock ?? "relaxed"} pace={wish.pace ?? "human"} here={false} onSet={merge} />
      </details>
      <div class="newtable-go">
        <Button kind="main" icon="play" onClick={() => { startHere(game, seats, level, wish); onClose(); }}>
          {tn("start.here", seats - 1)}
        </Button>
        <Button icon="link" onClick={online} disabled={busy}>{t("start.friends")}</Button>
      </div>
      <p class="fine"><Icon name="wifi-off" />{t("start.offline")}</p>
    </Dialog>
  );
}
