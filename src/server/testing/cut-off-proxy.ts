/** A proxy to the database that a test can interrupt and restore. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CutOffProxy {
  /** The database's address through the proxy. */
  readonly connectionString: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Open connections carry nothing any more but stay open. New connections work. */
  silence(): void;
  reconnect(): void;
  close(): Promise<void>;
}

export async function startCutOffProxy(connectionString: string): Promise<CutOffProxy> {
  const url = new URL(connectionString);
  const host = decodeURIComponent(url.hostname);
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${url.port || '5432'}` }
    : { host, port: Number(url.port || '5432') };
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(typeof address === 'object' && address ? address.port : '');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: through.href,
    cut,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    reconnect() {
      isCut = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
