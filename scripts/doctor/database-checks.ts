// Checks of the database: a start's needs, its key, and its webhooks. They only read.
import { Client } from 'pg';
import { listMigrationNames } from '../../src/server/platform/db/migrate.ts';
import { assertDatabaseServerUsable } from '../../src/server/platform/db/check-server.ts';
import {
  countNeededDatabaseConnections,
  measureDbConnectionCapacity,
  findMissingDatabaseRight,
} from '../../src/server/platform/db/database-needs.ts';
import { computeSecretKeyFingerprint } from '../../src/server/platform/db/secret-check-store.ts';
import { fail, ok, skipped, warn, type Check, type Outcome, type Situation } from './check.ts';

export const databaseChecks: readonly Check[] = [
  {
    id: 'database',
    name: 'Base de datos',
    async run(situation) {
      if (situation.settings.databaseUrl === null && situation.embedded().kind === 'absent')
        return ok('La incluida se crea al arrancar.');
      const connectionString = situation.connectionString();
      if (connectionString === null) return ok('La incluida está detenida; sus archivos están.');
      try {
        await assertDatabaseServerUsable(connectionString);
      } catch (error) {
        return fail(
          (error as Error).message,
          'Corrige DATABASE_URL, o la base que nombra: PostgreSQL 15 o más nuevo, en UTF-8.',
        );
      }
      return ask(situation, async (client) => {
        const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
        return ok(`PostgreSQL ${rows[0]?.version ?? ''}, en UTF-8.`);
      });
    },
  },
  {
    id: 'rights',
    name: 'Permisos y extensiones',
    run: (situation) =>
      ask(situation, async (client) => {
        const lack = await findMissingDatabaseRight(client);
        return lack === null ? ok('Están los permisos y las extensiones.') : fail(lack.message, lack.action);
      }),
  },
  {
    id: 'connections',
    name: 'Conexiones',
    run: (situation) =>
      ask(situation, async (client) => {
        const needed = countNeededDatabaseConnections(situation.settings.databasePool);
        const { most, free } = await measureDbConnectionCapacity(client, true);
        const found = `Quedan ${free} de ${most}; un servidor usa hasta ${needed}.`;
        const action = `Sube max_connections, o el límite del usuario o de la base: ${needed} por servidor y 10 más. O baja DATABASE_POOL.`;
        if (free < needed) return fail(found, action);
        return free < needed + 10 ? warn(found, action) : ok(found);
      }),
  },
  {
    id: 'schema',
    name: 'Migraciones',
    run: (situation) =>
      ask(situation, async (client) => {
        if (!(await isTable(client, 'kysely_migration')))
          return ok('La base está vacía: se aplican todas al arrancar.');
        const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
        const known = await listMigrationNames();
        const foreign = rows.find(({ name }) => !known.includes(name));
        if (foreign)
          return fail(
            `Una versión más nueva migró la base (${foreign.name}).`,
            'Actualiza este servidor, o restaura una copia anterior en otra base.',
          );
        const left = known.length - rows.length;
        return ok(left === 0 ? 'Están todas.' : `${left} se aplican al arrancar.`);
      }),
  },
  {
    id: 'secret_key',
    name: 'SECRET_KEY',
    async run(situation) {
      const key = situation.findSecretKey();
      if (situation.connectionString() === null)
        return key === null ? ok('Se crea al arrancar.') : skipped('La base está detenida: no se puede comparar.');
      return ask(situation, async (client) => {
        const stored = (await isTable(client, 'installation'))
          ? (await client.query<{ value: string }>(`select value from installation where key = 'secret_check'`)).rows[0]
          : undefined;
        if (!stored) return ok('La base todavía no guarda nada cifrado.');
        if (key !== null && computeSecretKeyFingerprint(key) === stored.value) return ok('Es la de esta base.');
        return fail(
          key === null
            ? 'Falta la clave con la que se cifraron los datos.'
            : 'No es la clave con la que se cifraron los datos.',
          'Usa la misma de siempre, o el secret.key de la copia de seguridad.',
        );
      });
    },
  },
  {
    id: 'webhooks',
    name: 'Webhooks recibidos',
    run: (situation) =>
      ask(situation, async (client) => {
        if (!(await isTable(client, 'webhook_receipts'))) return skipped('La base está vacía.');
        const { rows } = await client.query<{ taken: Date | null; refused: Date | null }>(
          'select max(last_event_at) as taken, max(last_failure_at) as refused from webhook_receipts',
        );
        const { taken = null, refused = null } = rows[0] ?? {};
        if (refused !== null && (taken === null || refused > taken))
          return warn(
            `El último, de ${moment(refused)}, tenía una firma que no vale.`,
            'Compara la API Key del workspace con la que firma los webhooks en el proveedor, y revisa el reloj.',
          );
        if (taken === null)
          return warn('Nunca llegó uno.', 'Copia la dirección de Configuración → Webhook en el panel del proveedor.');
        return ok(`El último llegó el ${moment(taken)}: el proveedor alcanza este servidor.`);
      }),
  },
];

/** Runs `work` on a short read-only connection; skipped without a database. */
async function ask(situation: Situation, work: (client: Client) => Promise<Outcome>): Promise<Outcome> {
  const connectionString = situation.connectionString();
  if (connectionString === null) return skipped('La base está detenida o se crea al arrancar.');
  const client = new Client({ connectionString, application_name: 'vocero-doctor', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // a broken connection also rejects the running query
  try {
    await client.connect();
  } catch {
    return skipped('La base no responde.');
  }
  try {
    await client.query('set default_transaction_read_only = on; set statement_timeout = 10000');
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]);
  return rows[0]?.found ?? false;
}

const moment = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' a las ') + ' UTC';
