/** Form fields by which a user proves their identity: a passkey, or the password and a code of a second factor. */
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';
import type { PasskeyChangeProof } from '../../../contract/passkeys.ts';
import { callApi } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

export type IdentityProofKind = 'passkey' | 'password';

interface ProofFieldsProps {
  readonly kind: IdentityProofKind;
  /** The kinds that the person has here. */
  readonly kinds: readonly IdentityProofKind[];
  readonly onKind: (kind: IdentityProofKind) => void;
  readonly asksCode: boolean;
  readonly disabled: boolean;
}

export function IdentityProofFields({ kind, kinds, onKind, asksCode, disabled }: ProofFieldsProps) {
  const other: IdentityProofKind = kind === 'passkey' ? 'password' : 'passkey';
  return (
    <>
      {kind === 'passkey' ? (
        <p className="text-muted">{labels.byPasskey}</p>
      ) : (
        <>
          <FormField label={labels.password}>
            {(control) => (
              <PasswordInput
                {...control}
                about={labels.aboutPassword}
                name="password"
                required
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of what was just asked for
                autoFocus
                disabled={disabled}
                autoComplete="current-password"
              />
            )}
          </FormField>
          {asksCode ? (
            <FormField label={labels.code}>
              {(control) => (
                <Input
                  {...control}
                  name="code"
                  required
                  disabled={disabled}
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  className="max-w-60 font-mono tracking-widest"
                />
              )}
            </FormField>
          ) : null}
        </>
      )}
      {kinds.includes(other) ? (
        <Button variant="ghost" size="small" className="self-start" disabled={disabled} onClick={() => onKind(other)}>
          {other === 'passkey' ? labels.toPasskey : labels.toPassword}
        </Button>
      ) : null}
    </>
  );
}

/** Reads the user's proof of identity from the submitted form, or asks the device for a passkey. */
export async function obtainIdentityProof(kind: IdentityProofKind, form: FormData): Promise<PasskeyChangeProof> {
  if (kind === 'passkey') {
    const { requestBrowserPasskeyAssertion: signByPasskey } = await import('../../session/passkey-ceremonies.ts');
    return { passkey: await signByPasskey(await callApi('confirmByPasskey')) };
  }
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { password: text('password'), ...(form.has('code') && { code: text('code') }) };
}
