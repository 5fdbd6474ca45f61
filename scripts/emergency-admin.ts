// `npm run emergency-admin USER`: the one person who may sign in by password under OIDC_ONLY, at /#emergencia.
import { replaceEmergencyAdmin } from '../src/server/features/access/index.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

await runCommand('emergency-admin', async ({ db }) => {
  const [username, ...others] = process.argv.slice(2);
  if (username === undefined || others.length > 0) throw new StartupError('Uso: npm run emergency-admin USUARIO');
  const password = await replaceEmergencyAdmin(db, username);
  if (password === null) throw new StartupError(`No existe el usuario "${username}".`);
  console.log(`${username} entra con contraseña en /#emergencia: ${password}  (no se vuelve a mostrar)`);
});
