// `npm run allow-workspaces USER NUMBER`: sets how many workspaces a user may create.
import { setUserWorkspaceLimit } from '../src/server/features/access/index.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

await runCommand('allow-workspaces', async ({ db }) => {
  const [username, number = ''] = process.argv.slice(2);
  if (username === undefined || !/^\d{1,6}$/.test(number))
    throw new StartupError('Uso: npm run allow-workspaces USUARIO CANTIDAD');
  if (!(await setUserWorkspaceLimit(db, username, Number(number))))
    throw new StartupError(`No existe el usuario "${username}".`);
  console.log(`${username} puede crear hasta ${number} workspaces en total.`);
});
