// SPDX-License-Identifier: MIT
// kit.ts - what a game's own table may use: import { ... } from "web/kit".
export type { FieldProps, Flight, GamePart, Scene, TableProps } from "./game";
export type { Facts, Json, TableEvent } from "./message";
export { gloss } from "./here";
export { type Guide, type Lesson, type Situation, lesson } from "./lesson";
export { type Row, choicesAt, expand, fitting, narrow, offered, readOffer, rowsOf, seatsAt } from "./offer";
export { dir, lang, listing, number, t, tn, word } from "./i18n";
export { Bdi, Button, Card, Dialog, Icon, Ring, nameOf } from "./parts/basic";
export { Face, Person } from "./parts/person";
export { useLooked } from "./parts/looked";
export { Stepper } from "./parts/stepper";
export { Choice, Slider, Switch } from "./screens/settings";
export { cardHelp } from "./cardhelp";
export { useRules } from "./screens/rules";
export { picture } from "./pictures";
export { calm, keep, readKept, settings } from "./settings";
export { sound, buzz } from "./sound";
export { log, me, moment, myTurn, say, seatName, seatCalled, table } from "./store";
export { type Standing, standings } from "./standings";
export { tell, tellMove } from "./voice";
export { visible } from "./visible";
export { rulesOpen } from "./ui";
