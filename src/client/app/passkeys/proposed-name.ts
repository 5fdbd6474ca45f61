/** Proposes a name for a new passkey: 'Chrome en Windows'. The user may change it, for example if a phone stores it. */
import { parseUserAgent } from '../../../contract/user-agent.ts';
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';

/** `taken`: names of the person's other passkeys. */
export function proposePasskeyName(userAgent: string, taken: readonly string[]): string {
  const { browser, system } = parseUserAgent(userAgent);
  const name = browser !== null && system !== null ? labels.proposed(browser, system) : labels.thisDevice;
  let count = 2;
  while (taken.includes(`${name} ${count}`)) count += 1;
  return taken.includes(name) ? `${name} ${count}` : name;
}
