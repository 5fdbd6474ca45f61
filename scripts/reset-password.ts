// `npm run reset-password USER`: a new password for a user, printed once. `-- --revoke-tokens` also ends the API tokens that they made.
// `npm run reset-password -- --second-factor USER`: takes their second factor away, and leaves the password.
import { resetPassword, resetSecondFactor } from '../src/server/features/access/index.ts';
import { systemClock } from '../src/server/platform/clock.ts';
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
    return;
  }
  const reset = await resetPassword(db, username, given.includes(revoking));
  if (reset === null) throw new StartupError(unknown);
  console.log(`Nueva contraseña de ${username}: ${reset.password}  (no se vuelve a mostrar)`);
  if (reset.tokens > 0)
    console.log(`Sus tokens de API siguen valiendo: ${reset.tokens}. Para revocarlos, repite con -- ${revoking}.`);
});
