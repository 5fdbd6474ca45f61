/** What the address says to a page that a person comes back to from the identity provider. */
import type { CodeAsked } from '../../../contract/access.ts';
import { signOnFailures, signOnFragments, type SignOnFailure } from '../../../contract/sign-on-fragments.ts';

export interface SignOnFragment {
  readonly failure: SignOnFailure | null;
  /** The provider confirmed the person; a second factor is asked for. */
  readonly asked: CodeAsked | null;
  readonly isEmergency: boolean;
}

/** `hash` as the location has it. The challenge and its kinds are separated by dots. */
export function readSignOnFragment(hash: string): SignOnFragment {
  const [name, value = ''] = hash.replace(/^#/, '').split('=');
  const [challenge = '', ...kinds] = name === signOnFragments.challenge ? value.split('.') : [];
  return {
    failure: (name === signOnFragments.failure && signOnFailures.find((each) => each === value)) || null,
    asked: challenge === '' ? null : { challenge, kinds: kinds as unknown as CodeAsked['kinds'] },
    isEmergency: name === signOnFragments.emergency,
  };
}
