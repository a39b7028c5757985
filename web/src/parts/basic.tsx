// SPDX-License-Identifier: MIT
// basic.tsx - the small parts that everything is made of: symbols, buttons, dialogs, cards, rings.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { lang, scope, t, word } from "../i18n";
import { picture, symbols } from "../pictures";
import { cardName } from "../say";

export function Icon({ name, class: cls = "" }: { name: string; class?: string }): JSX.Element {
  const href = `${symbols()}#sy-${name}`;
  return <svg class={`sy sy-${name} ${cls}`} viewBox="0 0 24 24" aria-hidden="true"><use href={href} /></svg>;
}

interface ButtonProps {
  icon?: string;
  kind?: "main" | "plain" | "quiet" | "danger";
  label?: string;
  onClick(): void;
  disabled?: boolean;
  pressed?: boolean;
  children?: ComponentChildren;
  class?: string;
  id?: string;
}
/** A button; without children its label is read out but not shown. */
export function Button(
  { icon, kind = "plain", label, onClick, disabled, pressed, children, class: cls = "", id }: ButtonProps,
): JSX.Element {
  return (
    <button type="button" id={id} class={`button ${kind} ${children ? "" : "round"} ${cls}`} aria-label={label}
      title={children ? undefined : label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      {icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  );
}

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  class?: string;
  /** On a phone it comes up from the bottom of the screen. */
  sheet?: boolean;
  /** It cannot be closed without an answer. */
  firm?: boolean;
}
export function Dialog({ title, onClose, children, class: cls = "", sheet, firm }: DialogProps): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const d = ref.current, before = document.activeElement;
    if (d && !d.open) d.showModal();
    return () => { if (before instanceof HTMLElement) before.focus({ preventScroll: true }); };
  }, []);
  return (
    <dialog ref={ref} class={`dialog ${sheet ? "sheet" : ""} ${cls}`} aria-labelledby="dialog-title"
      onCancel={(e) => { e.preventDefault(); if (!firm) onClose(); }}
      onClick={(e) => { if (e.target === e.currentTarget && !firm) onClose(); }}>
      <div class="dialog-in">
        <header>
          <h2 id="dialog-title" tabIndex={-1}>{title}</h2>
          {!firm && <Button icon="close" kind="quiet" label={t("close")} onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The name of a card in the reader's language. */
export const nameOf = (card: string): string => cardName({ word: (k) => word(k) }, card);

interface CardProps {
  card: string | null;
  folder?: string;
  back?: string;
  class?: string;
  /** Without its name below, because the name is written elsewhere. */
  bare?: boolean;
}
export function Card({ card, folder, back = "back", class: cls = "", bare }: CardProps): JSX.Element {
  const from = folder ?? scope.value ?? "";
  const url = picture(from, card ?? back) ?? (card === null ? picture(from, "back") : undefined);
  const name = card === null ? "" : nameOf(card);
  return (
    <div class={`card ${card === null ? "facedown" : ""} ${url ? "" : "plain"} ${cls}`} data-card={card ?? undefined}>
      {url && <img src={url} alt="" draggable={false} decoding="async" />}
      {card !== null && !bare && <span class={`card-name ${name.length > 13 ? "long" : ""}`} aria-hidden="true">{name}</span>}
    </div>
  );
}

interface RingProps {
  /** When time is up (performance.now()), and how long it was in all; null: no clock runs. */
  clock: { ends: number; of: number } | null;
  class?: string;
  /** What the ring goes around, instead of the seconds. */
  children?: ComponentChildren;
}
/** A ring that empties as time passes; the same for everybody who looks. */
export function Ring({ clock, class: cls = "", children }: RingProps): JSX.Element {
  if (clock) return <RunningRing {...clock} class={cls}>{children}</RunningRing>;
  return (
    <div class={`ring ${cls}`}>
      <svg viewBox="0 0 36 36" aria-hidden="true"><circle class="ring-left" cx="18" cy="18" r="15.9155" /></svg>
      <div class="ring-in">{children}</div>
    </div>
  );
}
interface RunningProps { ends: number; of: number; class?: string; children?: ComponentChildren }
function RunningRing({ ends, of, class: cls = "", children }: RunningProps): JSX.Element {
  const ref = useRef<SVGCircleElement>(null);
  const [left, setLeft] = useState(() => Math.ceil((ends - performance.now()) / 1000));
  useEffect(() => {
    const remain = Math.max(0, ends - performance.now());
    const frames = [{ strokeDashoffset: `${100 * (1 - remain / of)}` }, { strokeDashoffset: "100" }];
    const a = ref.current?.animate(frames, { duration: remain, fill: "forwards" });
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((ends - performance.now()) / 1000))), 250);
    return () => { a?.cancel(); clearInterval(timer); };
  }, [ends, of]);
  return (
    <div class={`ring ${cls}`}>
      <span class="read-aloud" role="timer" lang={lang.value}>{t("clock.left", { n: left })}</span>
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle class="ring-bed" cx="18" cy="18" r="15.9155" />
        <circle class="ring-left" ref={ref} cx="18" cy="18" r="15.9155" pathLength="100" />
      </svg>
      <div class="ring-in">{children ?? left}</div>
      {children && <b class="ring-n" aria-hidden="true">{left}</b>}
    </div>
  );
}

export function Bdi({ children }: { children: ComponentChildren }): JSX.Element {
  return <bdi dir="auto">{children}</bdi>;
}
