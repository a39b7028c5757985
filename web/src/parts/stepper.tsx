// SPDX-License-Identifier: MIT
// stepper.tsx - a small number, one up or one down.
import type { JSX } from "preact";
import { Button } from "./basic";
import { t } from "../i18n";

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  text: string;
  onSet(v: number): void;
}
export function Stepper({ label, value, min, max, text, onSet }: StepperProps): JSX.Element {
  return (
    <div class="stepper" role="group" aria-label={label}>
      <span class="stepper-label">{label}</span>
      <Button icon="minus" label={t("less", { what: label })} onClick={() => onSet(value - 1)} disabled={value <= min} />
      <output aria-live="polite">{text}</output>
      <Button icon="plus" label={t("more", { what: label })} onClick={() => onSet(value + 1)} disabled={value >= max} />
    </div>
  );
}
