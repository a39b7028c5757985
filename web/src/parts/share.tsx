// SPDX-License-Identifier: MIT
// share.tsx - handing on a link to a finished round: by the device's own way of sharing, else by copying it.
import type { JSX } from "preact";
import { t } from "../i18n";
import { LINK, packLog } from "../link";
import { toast } from "../ui";
import { Button } from "./basic";

/** Without https there is no clipboard to write to; browsers still copy what is selected. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
export async function copyText(text: string): Promise<boolean> {
  return navigator.clipboard ? navigator.clipboard.writeText(text).then(() => true, () => false) : copySelected(text);
}

interface ShareProps {
  title: string;
  label: string;
  code: string;
  round: number;
  here: boolean;
  log: string;
  /** Where such a page is at a server. */
  path(code: string, round: number): string;
}
/** Hands on this page. A round that no server has goes into the link itself. */
export function Share({ title, label, code, log, path, round, here }: ShareProps): JSX.Element {
  const link = async (): Promise<string> => {
    if (code === LINK) return location.href;
    return location.origin + (here ? `${path(LINK, 1)}#${await packLog(log)}` : path(code, round));
  };
  const share = async (): Promise<void> => {
    const url = await link();
    if ("share" in navigator) return navigator.share({ title, url }).catch(() => undefined);
    const done = await copyText(url);
    toast(t(done ? "share.copied" : "share.failed"));
  };
  return <Button kind="quiet" icon="share" label={label} onClick={() => { void share(); }} />;
}
