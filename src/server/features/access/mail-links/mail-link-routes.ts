/** Endpoints for password recovery, email confirmation and account invitations, all of which send links by email. */
import { mailLinksEndpoints } from '../../../../contract/mail-links.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { getRequestActor } from '../actor.ts';
import type { UserManager } from '../people/manage-users.ts';
import type { OwnEmailManager } from './own-email.ts';
import type { PasswordLinkService } from './password-links.ts';
import type { RequestPasswordRecovery } from './recovery.ts';

export interface MailLinkRoutesDeps {
  readonly askRecovery: RequestPasswordRecovery;
  readonly passwordLinks: PasswordLinkService;
  readonly ownEmail: OwnEmailManager;
  readonly users: Pick<UserManager, 'invite'>;
}

export function registerMailLinkRoutes(binder: EndpointBinder, deps: MailLinkRoutesDeps): void {
  const { askRecovery, passwordLinks, ownEmail, users } = deps;
  binder.bind(mailLinksEndpoints.askRecovery, async ({ body, request }) => {
    await askRecovery({ username: body.username, address: request.ip });
    return { ok: true as const };
  });
  binder.bind(mailLinksEndpoints.readPasswordLink, ({ body }) => passwordLinks.read(body.token));
  binder.bind(mailLinksEndpoints.setPasswordByLink, ({ body, request }) =>
    passwordLinks.setPassword({ ...body, address: request.ip }),
  );
  binder.bind(mailLinksEndpoints.getOwnEmail, ({ identity }) => ownEmail.read(identity.userId));
  binder.bind(mailLinksEndpoints.sendEmailLink, async ({ identity, request }) => ({
    sentTo: await ownEmail.sendLink(getRequestActor(identity, request)),
  }));
  binder.bind(mailLinksEndpoints.confirmEmail, ({ identity, body, request }) =>
    ownEmail.confirm(getRequestActor(identity, request), body.token),
  );
  binder.bind(mailLinksEndpoints.inviteUser, ({ identity, params, request }) =>
    users.invite(getRequestActor(identity, request), params.id),
  );
}
