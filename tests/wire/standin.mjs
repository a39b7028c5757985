// SPDX-License-Identifier: MIT
// standin.mjs - a load balancer that is always wrong, in front of one real server: a socket reaches the server only if it
// asks for the server's node by name; any other reaches a node that does not run the table and says `elsewhere`.
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';

const NODE = 'right-1';

// `tell(asked)`: the name that the wrong node gives, for a socket that asked for this name. `made`: whether a new table's
// answer names the node. `asked`: the names that sockets came with, in order; null: none.
export async function standIn(port, { tell = () => NODE, made = false } = {}) {
    const asked = [], wrong = new WebSocketServer({ noServer: true, handleProtocols: () => 'ninelives.v1' });
    const server = createServer((q, a) => pass(port, q, a, made));
    server.on('upgrade', (q, line, head) => {
        const query = new URL(q.url, 'http://x').searchParams, node = query.get('node');
        if (q.url.startsWith('/socket') && !query.get('table')) return line.end('HTTP/1.1 400 Bad Request\r\n\r\n');
        asked.push(node);
        if (node === NODE && tell(node) === NODE) return join(port, q, line, head);
        wrong.handleUpgrade(q, line, head, ws => ws.once('message', () => {
            ws.send(JSON.stringify({ t: 'elsewhere', node: tell(node) }));
            ws.close(4006, 'another node has this table');
        }));
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const at = server.address().port;
    return {
        asked, node: NODE, port: at, origin: `http://127.0.0.1:${at}`, socket: `ws://127.0.0.1:${at}/socket`,
        close: () => { server.closeAllConnections?.(); wrong.clients.forEach(c => c.terminate()); server.close(); },
    };
}

function pass(port, q, a, made) {
    const ahead = request({ port, host: '127.0.0.1', method: q.method, path: q.url, headers: q.headers }, r => {
        const parts = [];
        r.on('data', d => parts.push(d)).on('end', () => {
            let body = Buffer.concat(parts);
            if (made && r.statusCode === 201) body = Buffer.from(JSON.stringify({ ...JSON.parse(body), node: NODE }));
            a.writeHead(r.statusCode, { ...r.headers, 'content-length': body.length }).end(body);
        });
    });
    ahead.on('error', () => a.writeHead(502).end());
    q.pipe(ahead);
}

function join(port, q, line, head) {
    const far = connect(port, '127.0.0.1'), lines = [];
    for (let i = 0; i < q.rawHeaders.length; i += 2) lines.push(`${q.rawHeaders[i]}: ${q.rawHeaders[i + 1]}\r\n`);
    far.write(`${q.method} ${q.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    far.write(head);
    far.pipe(line).pipe(far);
    for (const s of [far, line]) s.on('error', () => { far.destroy(); line.destroy(); });
}
