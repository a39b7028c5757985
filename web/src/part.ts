// SPDX-License-Identifier: MIT
// part.ts - a part of the page that is fetched when it is first shown.
import type { ComponentType } from "preact";
import { lazy } from "preact/compat";
import { insistOnCode } from "./insist";

export const fetched = <P>(load: () => Promise<ComponentType<P>>): ComponentType<P> => lazy(() => insistOnCode(load));
