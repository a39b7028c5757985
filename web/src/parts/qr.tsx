// SPDX-License-Identifier: MIT
// qr.tsx - a link as a picture for somebody's camera; the code for it is fetched when it is first wanted.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { insistOnCode } from "../insist";

export function Qr({ text }: { text: string }): JSX.Element {
  const [path, setPath] = useState<{ d: string; n: number } | null>(null);
  useEffect(() => {
    void insistOnCode(() => import("qrcode-generator")).then(({ default: qrcode }) => {
      const qr = qrcode(0, "M");
      qr.addData(text);
      qr.make();
      const n = qr.getModuleCount();
      let d = "";
      for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (qr.isDark(y, x)) d += `M${x} ${y}h1v1h-1z`;
      setPath({ d, n });
    });
  }, [text]);
  const size = (path?.n ?? 0) + 6;
  return (
    <div class="qr">
      {path && (
        <svg viewBox={`-3 -3 ${size} ${size}`} role="img" aria-label={t("invite.qr")}>
          <rect x="-3" y="-3" width={size} height={size} fill="#fff" /><path d={path.d} fill="#213" />
        </svg>
      )}
    </div>
  );
}
