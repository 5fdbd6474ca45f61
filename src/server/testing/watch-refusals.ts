/** What PostgreSQL refuses, heard on the driver's own connections: each stands as an ERROR in the database's log. */
import type { Pool } from 'pg';

/** A unique index decides who of two has a name; its refusal is an answer (409). */
const nameTaken = '23505';

/** @returns a list that grows with every statement of the pool's that is refused from now on: code and message. */
export function watchRefusals(pool: Pool): string[] {
  const refused: string[] = [];
  const watched = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on('errorMessage', ({ code, message }: { code: string; message: string }) => {
      if (code !== nameTaken) refused.push(`${code} ${message}`);
    });
  });
  return refused;
}
