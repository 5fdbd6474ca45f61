/** Draws the open dialog. Each dialog is a separate chunk, loaded while the browser is idle. */
import { Suspense, useEffect } from 'react';
import { confirmPath } from '../../contract/mail-link-paths.ts';
import { signOnFragments } from '../../contract/sign-on-fragments.ts';
import { stateLabels } from '../../labels/common-es.ts';
import { idleLazy } from '../ui/idle-code.ts';
import { toast } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { closeOverlay, openOverlay, useOverlay, type Overlay } from './overlays.ts';

const linkOutcome = new RegExp(`^#(?:${signOnFragments.linked}|${signOnFragments.failure}=)`);

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
  palette: idleLazy(loaders.palette),
  shortcuts: idleLazy(loaders.shortcuts),
  password: idleLazy(loaders.password),
  sessions: idleLazy(loaders.sessions),
  secondFactor: idleLazy(loaders.secondFactor),
  ownEmail: idleLazy(loaders.ownEmail),
  passkeys: idleLazy(loaders.passkeys),
  ownIdentity: idleLazy(loaders.ownIdentity),
  createWorkspace: idleLazy(loaders.createWorkspace),
} as const;

/** Preloads the code of a dialog. A failure is ignored here and shown when the dialog is opened. */
export function preloadOverlay(overlay: Overlay): void {
  loaders[overlay]().catch(() => {
    // Opening the window tries again.
  });
}

/** Replaces a dialog that failed to render: closes it and shows a toast; the screen below stays. */
function FailedWindow() {
  useEffect(() => {
    toast.bad(stateLabels.windowFailedTitle, stateLabels.renderFailedText);
    closeOverlay();
  }, []);
  return null;
}

export function OverlayHost() {
  const overlay = useOverlay();
  // Close the dialog on sign-out, so that the next user to sign in does not find it open.
  useEffect(() => closeOverlay, []);
  useEffect(() => {
    const { pathname, hash } = window.location;
    if (pathname === confirmPath) openOverlay('ownEmail');
    // A URL that says how linking an identity ended comes from the identity provider. Show the result in the dialog.
    if (linkOutcome.test(hash)) openOverlay('ownIdentity');
  }, []);
  if (overlay === null) return null;
  const Window = windows[overlay];
  return (
    <ErrorBoundary key={overlay} fallback={<FailedWindow />}>
      <Suspense fallback={null}>
        <Window onClose={closeOverlay} />
      </Suspense>
    </ErrorBoundary>
  );
}
