// `npm run reset-password USER`: sets and prints a new password. `-- --revoke-tokens` also revokes the user's API
// tokens.
// `npm run reset-password -- --second-factor USER`: removes their second factor and keeps the password.
import type { Kysely } from 'kysely';
import {
  emailAccountNoticeWithoutQueue,
  resetPasswordToGenerated,
  resetSecondFactor,
} from '../src/server/features/access/index.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { loadServerConfigWithoutSecretKey } from '../src/server/platform/config.ts';
import type { DatabaseSchema } from '../src/server/platform/db/schema.ts';
import { MessageDeliveryError } from '../src/server/platform/delivery-failure.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

const revoking = '--revoke-tokens';
const secondFactor = '--second-factor';

await runCommand('reset-password', async ({ db }) => {
  const given = process.argv.slice(2);
  const [username, ...others] = given.filter((each) => ![revoking, secondFactor].includes(each));
  if (username === undefined || others.length > 0 || (given.includes(revoking) && given.includes(secondFactor)))
    throw new StartupError(`Uso: npm run reset-password USUARIO [-- ${revoking} | -- ${secondFactor}]`);
  const unknown = `No existe el usuario "${username}".`;
  if (given.includes(secondFactor)) {
    const outcome = await resetSecondFactor(db, systemClock, username);
    if (outcome === 'no_user') throw new StartupError(unknown);
    console.log(
      outcome === 'reset'
        ? `${username} ya no tiene segundo factor: sus sesiones se cerraron, entra con su contraseña y lo verá en sus avisos.`
        : `${username} no tenía segundo factor.`,
    );
    if (outcome === 'reset') await notifyByMail(db, username);
    return;
  }
  const reset = await resetPasswordToGenerated(db, username, given.includes(revoking));
  if (reset === null) throw new StartupError(unknown);
  console.log(`Nueva contraseña de ${username}: ${reset.password}  (no se vuelve a mostrar)`);
  if (reset.tokens > 0)
    console.log(`Sus tokens de API siguen valiendo: ${reset.tokens}. Para revocarlos, repite con -- ${revoking}.`);
});

/** The factor is removed already, so a mail that cannot be sent is only reported. */
async function notifyByMail(db: Kysely<DatabaseSchema>, username: string): Promise<void> {
  try {
    const address = await emailAccountNoticeWithoutQueue(
      db,
      loadServerConfigWithoutSecretKey(process.env),
      username,
      'secondFactorTaken',
    );
    if (address !== null) console.log(`Se le avisó por email a ${address}.`);
  } catch (error) {
    if (!(error instanceof MessageDeliveryError)) throw error;
    console.log(`No se le pudo avisar por email: ${error.message}`);
  }
}
