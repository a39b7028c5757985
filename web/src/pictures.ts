// SPDX-License-Identifier: MIT
// pictures.ts - where pictures are. A card's face is games/<folder>/pictures/<card>.svg; one that is not drawn yet
// gets a plain face with its name.
import { assets } from "virtual:assets";

export const picture = (folder: string, name: string): string | undefined => assets.pictures[`${folder}/${name}`];
export const symbols = (): string => assets.pictures["web/symbols"] ?? "";

/** A face or back as an element, for what flies. */
export function cardFace(folder: string, card: string | null, back: string): HTMLElement {
  const url = picture(folder, card ?? back) ?? picture(folder, back);
  if (!url) {
    const plain = document.createElement("div");
    plain.className = "card plain";
    plain.textContent = card ?? "";
    return plain;
  }
  const img = document.createElement("img");
  img.className = "card";
  img.src = url;
  img.alt = "";
  return img;
}
