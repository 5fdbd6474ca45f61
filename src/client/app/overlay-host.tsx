/** Draws the open dialog. Each dialog is a separate chunk, loaded while the browser is idle. */
import { Suspense, useEffect } from 'react';
import { confirmEmailPath } from '../../contract/mail-link-paths.ts';
import { singleSignOnUrlFragments } from '../../contract/sign-on-fragments.ts';
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';
import { toast } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { closeOpenDialog, openDialog, useOpenDialogName, type DialogName } from './overlays.ts';

const linkOutcome = new RegExp(`^#(?:${singleSignOnUrlFragments.linked}|${singleSignOnUrlFragments.failure}=)`);

const loaders = {
  palette: () => import('./palette/palette.tsx'),
  shortcuts: () => import('./shortcuts-dialog.tsx'),
  password: () => import('./change-password-dialog.tsx'),
  sessions: () => import('./sessions/sessions-dialog.tsx'),
  secondFactor: () => import('./second-factor/second-factor-dialog.tsx'),
  ownEmail: () => import('./own-email/own-email-dialog.tsx'),
  passkeys: () => import('./passkeys/passkeys-dialog.tsx'),
  ownIdentity: () => import('./own-identity/own-identity-dialog.tsx'),
  createWorkspace: () => import('../features/workspaces/create-workspace-dialog.tsx'),
} as const;

const windows = {
  palette: lazyWithIdlePreload(loaders.palette),
  shortcuts: lazyWithIdlePreload(loaders.shortcuts),
  password: lazyWithIdlePreload(loaders.password),
  sessions: lazyWithIdlePreload(loaders.sessions),
  secondFactor: lazyWithIdlePreload(loaders.secondFactor),
  ownEmail: lazyWithIdlePreload(loaders.ownEmail),
  passkeys: lazyWithIdlePreload(loaders.passkeys),
  ownIdentity: lazyWithIdlePreload(loaders.ownIdentity),
  createWorkspace: lazyWithIdlePreload(loaders.createWorkspace),
} as const;

/** Preloads the code of a dialog. A failure is ignored here and shown when the dialog is opened. */
export function preloadDialog(overlay: DialogName): void {
  loaders[overlay]().catch(() => {
    // Opening the window tries again.
  });
}

/**
 * Shown instead of a dialog that failed to render. It closes the dialog and shows a toast, so that the screen below
 * stays usable.
 */
function FailedWindow() {
  useEffect(() => {
    toast.bad(loadingAndErrorStateLabels.windowFailedTitle, loadingAndErrorStateLabels.renderFailedText);
    closeOpenDialog();
  }, []);
  return null;
}

export function OpenDialogHost() {
  const overlay = useOpenDialogName();
  // Close the dialog on sign-out, so that the next user to sign in does not find it open.
  useEffect(() => closeOpenDialog, []);
  useEffect(() => {
    const { pathname, hash } = window.location;
    if (pathname === confirmEmailPath) openDialog('ownEmail');
    // Open the dialog of the user's linked identity when the identity provider redirects back with the result of
    // linking it.
    if (linkOutcome.test(hash)) openDialog('ownIdentity');
  }, []);
  if (overlay === null) return null;
  const Window = windows[overlay];
  return (
    <ErrorBoundary key={overlay} fallback={<FailedWindow />}>
      <Suspense fallback={null}>
        <Window onClose={closeOpenDialog} />
      </Suspense>
    </ErrorBoundary>
  );
}
