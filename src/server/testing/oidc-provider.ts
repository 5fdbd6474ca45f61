/** Starts the real identity provider for tests (oidc-provider-process.ts) and sets its people. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

export interface OidcProvider {
  readonly issuer: string;
  /** Adds or changes a person who may sign in. Null removes them. */
  setPerson(sub: string, claims: Readonly<Record<string, unknown>> | null): Promise<void>;
  stop(): Promise<void>;
}

/** Finds a port for a server whose address must be known before it listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the provider. `consoleUrl` is the address of its only client. */
export async function startOidcProvider(consoleUrl: string): Promise<OidcProvider> {
  const port = await findFreePort();
  const script = path.join(import.meta.dirname, 'oidc-provider-process.ts');
  const child = fork(script, [String(port), consoleUrl], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  const errors: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
  const exited = once(child, 'exit');
  const answered = async (): Promise<void> => {
    const ended = exited.then(() => Promise.reject(new Error(`the identity provider ended: ${errors.join('')}`)));
    await Promise.race([once(child, 'message'), ended]);
  };
  await answered();
  return {
    issuer: `http://127.0.0.1:${port}`,
    async setPerson(sub, claims) {
      const done = answered();
      child.send({ sub, claims });
      await done;
    },
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
