// SPDX-License-Identifier: MIT
// way.ts - the way to a table when the server is several nodes: which of them a connection asks for, and what follows when
// it is sent elsewhere (protocol/PROTOCOL.md, Nodes). Only decisions; socket.ts carries them out.

/** The node that the next connection asks for, if it was told one, and how often in a row it was sent elsewhere. The name
 *  lives as long as the connection: it is never a part of the link to the table. */
export interface Way {
  node?: string;
  hops: number;
}
const MOST_HOPS = 3;
const NAME = /^[a-z0-9-]{1,32}$/;

/** A new way: to this node, or to whichever the load balancer chooses. Also the way back after a connection has ended: its
 *  node may have died, and if not, another node says where the table is. */
export const wayTo = (node?: string): Way => (node && NAME.test(node) ? { node, hops: 0 } : { hops: 0 });

/** The load balancer reads the query; the server itself goes by the `hello`. */
export const socketPath = (code: string, way: Way): string =>
  `/socket?table=${encodeURIComponent(code)}${way.node ? `&node=${way.node}` : ""}`;

/** A node said that this one has the table. Nodes that keep pointing at each other get time to agree: then `atOnce` is
 *  false, and the next connection asks for none in particular. */
export function sentElsewhere(way: Way, node: string): { way: Way; atOnce: boolean } {
  const hops = way.hops + 1;
  if (hops >= MOST_HOPS || !NAME.test(node)) return { way: wayTo(), atOnce: false };
  return { way: { node, hops }, atOnce: true };
}
