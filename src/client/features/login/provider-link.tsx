/**
 * Link 'Entrar con …' to the identity provider. After the identity provider sends the person back, the component reads
 * the outcome from the URL.
 */
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { SecondFactorChallenge } from '../../../contract/access.ts';
import { confirmEmailPath } from '../../../contract/mail-link-paths.ts';
import { apiRoutes } from '../../../contract/routes.ts';
import { singleSignOnFailures, singleSignOnUrlFragments } from '../../../contract/sign-on-fragments.ts';
import { signOnFailureTexts, singleSignOnLabels as labels } from '../../../labels/single-sign-on-es.ts';
import { screenPaths } from '../../paths.ts';
import { storeEmailLinkToken } from '../../session/link-token.ts';
import { getButtonClasses } from '../../ui/button.tsx';

interface ProviderLinkProps {
  /** The identity provider's name. */
  readonly provider: string;
  /** There is no other way. */
  readonly isAlone: boolean;
  readonly disabled: boolean;
  readonly onFailure: (message: string) => void;
  /** Callback that gets the second-factor challenge of a person whom the identity provider has confirmed. */
  readonly onAsked: (asked: SecondFactorChallenge) => void;
}

function readAddress() {
  const { hash, pathname, search } = window.location;
  return { hash, pathname, search };
}

const asksFor = `#${singleSignOnUrlFragments.challenge}=`;

function keepLink(): void {
  const { hash, pathname } = window.location;
  if (pathname === confirmEmailPath && hash !== '') storeEmailLinkToken(hash.slice(1));
}

export default function IdentityProviderSignInLink({
  provider,
  isAlone,
  disabled,
  onFailure,
  onAsked,
}: ProviderLinkProps) {
  const [{ hash, pathname, search }] = useState(readAddress);
  useEffect(() => {
    const failure = singleSignOnFailures.find((each) => hash === `#${singleSignOnUrlFragments.failure}=${each}`);
    if (failure) onFailure(signOnFailureTexts[failure](provider));
    const [challenge = '', ...kinds] = hash.startsWith(asksFor) ? hash.slice(asksFor.length).split('.') : [];
    if (challenge !== '') onAsked({ challenge, kinds: kinds as unknown as SecondFactorChallenge['kinds'] });
    // Read once: a reloaded page begins anew.
    if (failure || challenge !== '') navigate(`${pathname}${search}`, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- what the address said as the page came up
  }, []);
  const next = pathname === screenPaths.login() ? screenPaths.dashboard() : `${pathname}${search}`;
  return (
    <>
      {isAlone ? (
        <p className="text-muted">{labels.only(provider)}</p>
      ) : (
        <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {labels.or}
        </p>
      )}
      <a
        className={getButtonClasses({ variant: isAlone ? 'primary' : 'secondary', size: 'large' })}
        aria-disabled={disabled}
        href={`${apiRoutes.startSignOn.path}?${new URLSearchParams({ next }).toString()}`}
        onClick={keepLink}
      >
        {labels.enter(provider)}
      </a>
    </>
  );
}
