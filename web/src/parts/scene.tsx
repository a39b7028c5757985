// SPDX-License-Identifier: MIT
// scene.tsx - what the director shows large, over the table. It catches one thing only: a tap that skips it. Without motion
// the same pictures stand still for as long. Nothing here flashes: every light swells and fades once.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { scope, t } from "../i18n";
import { picture } from "../pictures";
import { buzz } from "../sound";
import { type Shown, scene } from "../stage";
import { seatName, stage, table } from "../store";
import { gamePart } from "../ui";
import { tell } from "../voice";
import { Bdi, Card, Icon, nameOf } from "./basic";
import { Face } from "./person";

const BUZZES: Partial<Record<Shown["kind"], number[]>> = { boom: [60, 50, 260], stamp: [40], sign: [40, 90, 40, 90, 40] };

function BigCard({ s, back }: { s: Shown; back: string }): JSX.Element {
  return s.face
    ? <img class="scene-face" src={picture(scope.value ?? "", s.face)} alt="" />
    : <Card card={s.card ?? null} back={back} />;
}

/** A card that comes back up, is held for a breath and turned. */
function Flip({ s, back }: { s: Shown; back: string }): JSX.Element {
  return (
    <div class="scene-flip">
      <div class="scene-side scene-back"><Card card={null} back={back} /></div>
      <div class="scene-side scene-front"><BigCard s={s} back={back} /></div>
    </div>
  );
}

function Boom({ s }: { s: Shown }): JSX.Element {
  const boom = picture("web", "boom");
  return (
    <>
      {boom && <img class="scene-blast" src={boom} alt="" />}
      <div class="scene-faces">
        {s.seat !== undefined && <Face seat={s.seat} class="scene-hit" />}
        <div class="scene-row">{table.value?.seats.map((_, i) => i !== s.seat && <Face key={i} seat={i} />)}</div>
      </div>
    </>
  );
}

function Stamp({ s }: { s: Shown }): JSX.Element {
  return (
    <div class="scene-stamped">
      {s.seat !== undefined && <Face seat={s.seat} />}
      <strong class="scene-stamp">{s.text ?? nameOf(s.card ?? "")}</strong>
    </div>
  );
}

/** A card goes from one to the other; both are named, so that either end can follow. */
function Between({ s, back }: { s: Shown; back: string }): JSX.Element {
  const end = (seat: number | undefined): JSX.Element | null => seat === undefined ? null
    : <span class="scene-end"><Face seat={seat} /><Bdi>{seatName(seat)}</Bdi></span>;
  return (
    <div class="scene-ends">
      {end(s.seat)}<span class="scene-goes"><BigCard s={s} back={back} /></span>{end(s.other)}
    </div>
  );
}

function Sign({ s }: { s: Shown }): JSX.Element {
  return (
    <div class="scene-sign">
      {s.seat !== undefined && <Face seat={s.seat} />}
      <Icon name={s.icon ?? "star"} />
    </div>
  );
}

/** A word is turned over slowly: what it is shows by picture, sign and colour. */
function Word({ s }: { s: Shown }): JSX.Element {
  return (
    <div class="scene-flip scene-tile">
      <div class="scene-side scene-back"><span dir="auto">{s.text}</span></div>
      <div class="scene-side scene-front">
        {s.face && <img src={picture(scope.value ?? "", s.face)} alt="" />}<span dir="auto">{s.text}</span>
      </div>
    </div>
  );
}

function Cats({ s }: { s: Shown }): JSX.Element {
  return (
    <div class="scene-crowd">
      {s.card !== undefined && <Card card={s.card} />}
      <div class="scene-faces">{table.value?.seats.map((_, i) => <Face key={i} seat={i} class={i === s.seat ? "scene-hit" : ""} />)}</div>
    </div>
  );
}

export function SceneView(): JSX.Element | null {
  const s = scene.value, game = table.value?.game ?? "";
  useEffect(() => { if (s) buzz(BUZZES[s.kind] ?? []); }, [s]);
  if (!s) return null;
  const back = gamePart.value?.back?.(game, s.card ?? undefined) ?? "back", said = tell(s.event);
  return (
    <button type="button" class={`scene plays-${s.kind} tone-${s.tone ?? "plain"}`} key={s.event.n} data-event={s.event.e}
      style={{ "--beat": `${s.ms}ms` }} onClick={() => stage.hurry()}>
      <span class="read-aloud">{t("hurry")}</span>
      {s.kind === "flip" && <Flip s={s} back={back} />}
      {s.kind === "boom" && <Boom s={s} />}
      {s.kind === "stamp" && <Stamp s={s} />}
      {s.kind === "between" && <Between s={s} back={back} />}
      {s.kind === "sign" && <Sign s={s} />}
      {s.kind === "word" && <Word s={s} />}
      {s.kind === "cats" && <Cats s={s} />}
      {(said || s.about) && <span class="scene-said">{said}{s.about && <small>{s.about}</small>}</span>}
    </button>
  );
}
