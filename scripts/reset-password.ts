// `npm run reset-password USER`: a new password for a user, printed once.
import { resetPassword } from '../src/server/features/access/index.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

await runCommand('reset-password', async ({ db }) => {
  const username = process.argv[2];
  if (username === undefined) throw new StartupError('Uso: npm run reset-password USUARIO');
  const password = await resetPassword(db, username);
  if (password === null) throw new StartupError(`No existe el usuario "${username}".`);
  console.log(`Nueva contraseña de ${username}: ${password}  (no se vuelve a mostrar)`);
});
