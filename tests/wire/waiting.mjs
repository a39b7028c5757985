// SPDX-License-Identifier: MIT
// waiting.mjs - how long ten people wait for their turn, and how often they are asked in windows meanwhile, with and without
// letting things happen. Scripted people who take as long as people do: a question is answered after 0.8 to 3 seconds, a turn
// takes 2 to 5, half of the turns begin with a card, and one in ten who could says no.
//   node tests/wire/waiting.mjs [SECONDS] [nothing|choiceless|others...]
import { join } from './client.mjs';
import { Server, sleep } from './server.mjs';

const seconds = Number(process.argv[2] ?? 300), wishes = process.argv[3] ? process.argv.slice(3) : ['nothing', 'choiceless', 'others'];
const SEATS = 10, LONG = 1e9, between = (low, high) => 1000 * (low + Math.random() * (high - low));
const mean = list => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);

async function seat(server, wish) {
    const made = await server.post({ game: 'party', seats: SEATS, clock: 'relaxed', absent: 'wait' });
    const people = [await join(server, made, made.token)];
    for (let i = 1; i < SEATS; i++) people.push(await join(server, made.code));
    for (let i = 1; i < SEATS; i++) await people[i].sit(`Guest ${i}`, i);
    for (const c of people) c.say({ t: 'let', what: wish });
    return people;
}

// One person: hears, waits as people do, answers. `seen` counts their questions and the seconds between their turns.
async function play(c, seen, until) {
    let turn = 0, at = -1;
    while (Date.now() < until) {
        const question = () => c.now && c.now.n !== at && c.asked() && c.now.let !== 'quiet';
        await Promise.race([c.until(question, 'a question', LONG), sleep(until - Date.now())]);
        if (Date.now() >= until || c.table.phase !== 'playing') return;
        const { n, view, offer, let: left } = c.now, choice = offer.length > 1;
        at = n;
        if (view.phase === 'nope') {
            seen.questions.push(1);
            await sleep(between(0.8, 3));
            const move = choice && Math.random() < 0.1 ? 'nope' : left ? null : 'pass';
            if (move) await c.move(`${move} #${view.action.nopes}`);
            continue;
        }
        if (view.phase === 'turn' && turn && view.turn === c.seat && Date.now() - turn > 8000) seen.waits.push((Date.now() - turn) / 1000);
        if (view.phase === 'turn') turn = Date.now();
        await sleep(between(2, 5));
        const card = Math.random() < 0.5 && offer.find(o => /^(play|pair)/.test(o));
        const row = card || (offer.find(o => o === 'draw') ?? offer[0]);
        await c.move(row.split(' ').map(w => w.split('|')[0]).join(' '));
    }
}

async function measure(wish) {
    const server = await new Server().start('--rate', '1000'), seen = { questions: [], waits: [] }, until = Date.now() + 1000 * seconds;
    let windows = 0;
    while (Date.now() < until) {
        const people = await seat(server, wish);
        people[0].say({ t: 'start' });
        await people[0].changed(t => t.phase === 'playing');
        const beat = setInterval(() => people.forEach(c => c.say({ t: 'ping' })), 30000), over = () => people[0].table.phase === 'over';
        await Promise.race([Promise.all(people.map(c => play(c, seen, until).catch(() => {}))), people[0].until(over, 'the end', LONG)]);
        clearInterval(beat);
        windows += people[0].events.filter(e => /^(played|paired|invoked|trio|five|noped)$/.test(e.e)).length;
        for (const c of people) await c.drop();
    }
    await server.stop();
    const each = seen.questions.length / SEATS / (seconds / 300);
    return `${wish}: ${windows} windows; ${each.toFixed(1)} questions a person in five minutes; `
        + `${mean(seen.waits).toFixed(0)} s from one's turn to the next (${seen.waits.length} times)`;
}

console.log((await Promise.all(wishes.map(measure))).join('\n'));
process.exit(0);
