// SPDX-License-Identifier: MIT
// wishes.tsx - fields for the options of a game and its table; the lobby shows them to the host.
import type { JSX } from "preact";
import { assets } from "virtual:assets";
import { number, t, word } from "../i18n";
import type { ClockName, GameInfo, GameOption, Pace, Wishes } from "../message";
import { Choice } from "../screens/settings";
import { seatName, table } from "../store";
import { usePart } from "./parttable";
import { OwnWords } from "./own";
import { Stepper } from "./stepper";

/** The words for an option's value, from the game's own catalogue. */
export function valueName(folder: string, value: string): string {
  return word(`val.${value}`, folder) ?? (/^\d+$/.test(value) ? number(Number(value)) : value);
}
export const optionName = (folder: string, name: string): string => word(`opt.${name}`, folder) ?? name;

/** A range of fewer numbers than this gets a stepper; a larger one gets a field to type into. */
const FEW = 30;
interface OneProps {
  option: GameOption;
  folder: string;
  seats: number;
  value: string;
  onSet(value: string): void;
}
/** "@2" is a chair: whoever sits there, once somebody does. */
function chairName(value: string): string | null {
  const seat = /^@(\d)$/.exec(value)?.[1], chair = table.value?.seats[Number(seat)];
  return seat !== undefined && (chair?.name || chair?.bot) ? seatName(Number(seat)) : null;
}
const atTable = (value: string, seats: number): boolean => !/^@\d$/.test(value) || Number(value.slice(1)) < seats;

function OneOption({ option, folder, seats, value, onSet }: OneProps): JSX.Element {
  const label = optionName(folder, option.name), id = `option-${option.name}`;
  if (option.values && option.values.length <= 4)
    return (
      <Choice legend={label} name={id} value={value} onPick={onSet}
        choices={option.values.map((v) => [v, valueName(folder, v)] as const)} />
    );
  if (option.values)
    return (
      <div class="field"><label for={id}>{label}</label>
        <select id={id} value={value} onChange={(e) => onSet(e.currentTarget.value)}>
          {option.values.filter((v) => atTable(v, seats)).map((v) => (
            <option key={v} value={v}>{chairName(v) ?? valueName(folder, v)}</option>
          ))}
        </select>
      </div>
    );
  const [low, high] = option.range ?? [0, 9], now = Number(value) || low;
  if (high - low < FEW)
    return <Stepper label={label} value={now} min={low} max={high} text={number(now)} onSet={(n) => onSet(String(n))} />;
  const within = (typed: string): string => String(Math.min(high, Math.max(low, Number(typed) || low)));
  return (
    <div class="field"><label for={id}>{label}</label>
      <input id={id} type="number" inputMode="numeric" min={low} max={high} value={value}
        onChange={(e) => onSet(within(e.currentTarget.value))} />
    </div>
  );
}

interface WishProps {
  game: GameInfo;
  seats: number;
  values: Record<string, string>;
  own: number;
  onSet(wish: Wishes): void;
}
export function OptionFields({ game, seats, values, own, onSet }: WishProps): JSX.Element {
  const part = usePart(game.id), progress = table.value?.progress ?? [];
  return (
    <>
      {game.options.map((o) => {
        const Field = part?.fields?.[o.name], value = values[o.name] ?? String(o.offer ?? o.usual), label = optionName(game.folder, o.name);
        const set = (v: string): void => onSet({ options: { [o.name]: v } });
        return Field
          ? <Field key={o.name} label={label} value={value} values={o.values ?? []} progress={progress} onSet={set} />
          : <OneOption key={o.name} option={o} folder={game.folder} seats={seats} value={value} onSet={set} />;
      })}
      {game.boxed && <OwnWords count={own} onSet={(words) => onSet({ own: words })} />}
    </>
  );
}

interface ClockProps { clock: ClockName; pace: Pace; here: boolean; onSet(w: Wishes): void }
export function ClockFields({ clock, pace, here, onSet }: ClockProps): JSX.Element {
  const clocks = assets.clocks.filter((c) => !here || c !== "slow");
  return (
    <>
      <Choice legend={t("wish.clock")} name="clock" value={clock}
        choices={clocks.map((c) => [c, t(`clock.${c}`)] as const)} onPick={(c) => onSet({ clock: c })} />
      <Choice legend={t("wish.pace")} name="pace" value={pace}
        choices={assets.paces.map((c) => [c, t(`pace.${c}`)] as const)} onPick={(c) => onSet({ pace: c })} />
    </>
  );
}

export function LevelField({ level, name, onSet }: { level: string; name: string; onSet(level: string): void }): JSX.Element {
  const choices = assets.bots.map((b) => [b, t(`level.${b}`)] as const);
  return <Choice legend={t("wish.level")} name={name} value={level} choices={choices} onPick={onSet} />;
}
