/** Records statements that PostgreSQL refuses, each of which would be an ERROR in the database's log. */
import type { Pool } from 'pg';

/** A unique violation, which decides who gets a name. The answer is a 409. */
const nameTaken = '23505';

/** @returns a list that grows with the code and message of every refused statement of the pool. */
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
