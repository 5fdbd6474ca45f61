// `npm run make-admin USER WORKSPACE`: makes a user the admin of a workspace, given by id or name.
import { makeWorkspaceAdmin } from '../src/server/features/access/index.ts';
import { systemClock } from '../src/server/platform/clock.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { runCommand } from './command-database.ts';

await runCommand('make-admin', async ({ db }) => {
  const [username, workspace] = process.argv.slice(2);
  if (username === undefined || workspace === undefined)
    throw new StartupError('Uso: npm run make-admin USUARIO WORKSPACE');
  const made = await makeWorkspaceAdmin(db, systemClock, username, workspace);
  switch (made.outcome) {
    case 'no_user':
      throw new StartupError(`No existe el usuario "${username}".`);
    case 'inactive_user':
      throw new StartupError(`El usuario "${username}" está desactivado: no podría entrar.`);
    case 'no_workspace':
      throw new StartupError(`No existe el workspace "${workspace}".`);
    case 'ambiguous':
      throw new StartupError(
        `Hay varios workspaces "${workspace}"; indica uno por su id: ${made.workspaceIds.join(', ')}`,
      );
    case 'was_admin':
      console.log(`${username} ya es Administrador de ${made.workspaceName} (${made.workspaceId}).`);
      return;
    case 'made':
      console.log(`${username} es Administrador de ${made.workspaceName} (${made.workspaceId}).`);
  }
});
