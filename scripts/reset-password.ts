// `npm run reset-password USER`: a new password for a user, printed once. `-- --revoke-tokens` also ends the API tokens that they made.
import { resetPassword } from '../src/server/features/access/index.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

const revoking = '--revoke-tokens';

await runCommand('reset-password', async ({ db }) => {
  const given = process.argv.slice(2);
  const [username, ...others] = given.filter((each) => each !== revoking);
  if (username === undefined || others.length > 0)
    throw new StartupError(`Uso: npm run reset-password USUARIO [-- ${revoking}]`);
  const reset = await resetPassword(db, username, given.includes(revoking));
  if (reset === null) throw new StartupError(`No existe el usuario "${username}".`);
  console.log(`Nueva contraseña de ${username}: ${reset.password}  (no se vuelve a mostrar)`);
  if (reset.tokens > 0)
    console.log(`Sus tokens de API siguen valiendo: ${reset.tokens}. Para revocarlos, repite con -- ${revoking}.`);
});
