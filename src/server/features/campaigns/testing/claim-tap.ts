/**
 * A proxy to the database that reports the moment right after a claim: its transaction is committed, and the server has
 * not read that yet. The listener's action (halting the server) happens before the server can place a call.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface ClaimTap {
  readonly connectionString: string;
  /** Resolves when `act` has run right after the next claim was committed. */
  afterNextClaim(act: () => void): Promise<void>;
  close(): Promise<void>;
}

export async function startClaimTap(connectionString: string): Promise<ClaimTap> {
  const url = new URL(connectionString);
  const host = decodeURIComponent(url.hostname);
  const port = url.port || '5432';
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
  const sockets = new Set<Socket>();
  let waiting: (() => void) | null = null;
  /** Names under which the server prepared its claims. From a connection's second claim on, only the name travels. */
  const names = new Set<string>();
  const isClaim = (text: string): boolean => {
    const prepared = /(vocero_\d+)\0[^\0]*insert into attempts/.exec(text)?.[1];
    if (prepared !== undefined) names.add(prepared);
    return text.includes('insert into attempts') || [...names].some((name) => text.includes(`\0${name}\0`));
  };

  const tap = createServer((client) => {
    const upstream = connect(target);
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // The next process numbers its prepared statements from the start.
        if (sockets.size === 0) names.clear();
        other.destroy();
      });
    }
    let hasClaimed = false;
    let isCommitting = false;
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (isClaim(text)) hasClaimed = true;
      if (/\b(commit|rollback)\b/i.test(text)) {
        isCommitting = hasClaimed;
        hasClaimed = false;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (answer) => {
      if (isCommitting && waiting) {
        const act = waiting;
        waiting = null;
        act();
      }
      isCommitting = false;
      client.write(answer);
    });
  });
  tap.listen(0, '127.0.0.1');
  await once(tap, 'listening');
  const address = tap.address();
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(typeof address === 'object' && address ? address.port : '');
  through.search = '';
  return {
    connectionString: through.href,
    afterNextClaim: (act) =>
      new Promise((resolve) => {
        waiting = () => {
          act();
          resolve();
        };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      tap.close();
      await once(tap, 'close');
    },
  };
}
