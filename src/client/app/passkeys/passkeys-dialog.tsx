/** Dialog 'Passkeys': lists, renames and removes the user's passkeys. Adding one first requires proof of identity. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnPasskeysStatus, Passkey, PasskeyCreationOptions } from '../../../contract/passkeys.ts';
import { passkeyErrorTexts } from '../../../labels/passkey-errors-es.ts';
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';
import { secondFactorLabels } from '../../../labels/second-factor-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { canUsePasskeys, classifyPasskeyFailure } from '../../session/passkey-failure.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { SecurityStepsDialog } from '../second-factor/steps-dialog.tsx';
import { useDialogSteps } from '../second-factor/use-steps.ts';
import { PasskeyList } from './passkey-rows.tsx';
import { IdentityProofFields, obtainIdentityProof, type IdentityProofKind } from './proof-fields.tsx';
import { proposePasskeyName } from './proposed-name.ts';

type View =
  | { readonly name: 'list' }
  | { readonly name: 'proving' }
  | { readonly name: 'making'; readonly options: PasskeyCreationOptions }
  | { readonly name: 'renaming' | 'removing'; readonly passkey: Passkey }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const steps = {
  proving: { title: labels.add, submit: labels.continue, sending: secondFactorLabels.sending },
  making: { title: labels.add, submit: labels.make, sending: labels.waiting },
  renaming: { title: labels.rename, submit: labels.save, sending: labels.saving },
  removing: {
    title: labels.confirmRemove,
    submit: labels.confirmRemove,
    sending: secondFactorLabels.sending,
    isDangerous: true,
  },
} as const;

/** The reason why this page can't use passkeys; null if it can. */
function whyNone(host: string | null): string | null {
  if (host === null) return passkeyErrorTexts.noName;
  if (window.location.hostname !== host) return passkeyErrorTexts.elsewhere(host);
  if (!window.isSecureContext) return passkeyErrorTexts.notEncrypted;
  return canUsePasskeys() ? null : labels.noBrowser;
}

function failureText(error: unknown): string {
  const failure = classifyPasskeyFailure(error);
  if (failure === 'cancelled') return labels.cancelled;
  return failure === 'exists' ? labels.alreadyHere : getRequestErrorText(error, secondFactorLabels.failed);
}

function proofKinds({ passkeys, host, hasPassword }: OwnPasskeysStatus): IdentityProofKind[] {
  const isHere = whyNone(host) === null && passkeys.some((passkey) => passkey.host === host);
  return [...(isHere ? (['passkey'] as const) : []), ...(hasPassword ? (['password'] as const) : [])];
}

export default function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { view, attempt, readAgain, ...state } = useDialogSteps<View>({ name: 'list' }, failureText);
  const [chosenKind, setChosenKind] = useState<IdentityProofKind | null>(null);
  const { data, error } = useQuery({
    queryKey: sessionQueryKeys.passkeys,
    queryFn: () => callApi('listPasskeys'),
    staleTime: 0,
  });
  const kinds = data ? proofKinds(data) : [];
  const kind = chosenKind ?? kinds[0] ?? 'password';

  function show(next: View): void {
    setChosenKind(null);
    state.show(next);
  }

  async function make(options: PasskeyCreationOptions, name: string): Promise<void> {
    const { createBrowserPasskey: makePasskey } = await import('../../session/passkey-ceremonies.ts');
    const passkey = await makePasskey(options);
    const isFirst = data?.passkeys.length === 0;
    const { recoveryCodes } = await callApi('addPasskey', { body: { name, passkey } });
    toast.good(labels.added, isFirst ? labels.firstText : undefined);
    show(recoveryCodes === null ? { name: 'list' } : { name: 'codes', codes: recoveryCodes });
    readAgain();
  }

  async function send(form: FormData): Promise<void> {
    const typedName = form.get('name');
    const name = typeof typedName === 'string' ? typedName : '';
    if (view.name === 'proving') {
      const proof = await obtainIdentityProof(kind, form);
      show({ name: 'making', options: await callApi('beginPasskey', { body: { proof } }) });
    } else if (view.name === 'making') {
      await make(view.options, name);
    } else if (view.name === 'renaming') {
      await callApi('renamePasskey', { params: { id: view.passkey.id }, body: { name } });
      toast.good(labels.renamed);
      show({ name: 'list' });
      readAgain();
    } else if (view.name === 'removing') {
      const proof = await obtainIdentityProof(kind, form);
      await callApi('removePasskey', { params: { id: view.passkey.id }, body: { proof } });
      toast.good(labels.removed);
      show({ name: 'list' });
      readAgain();
    }
  }

  const asksProof = view.name === 'proving' || view.name === 'removing';
  return (
    <SecurityStepsDialog
      {...state}
      title={labels.title}
      text={labels.text}
      step={
        view.name === 'list' || view.name === 'codes'
          ? null
          : { name: view.name, ...steps[view.name], focusesSubmit: asksProof && kind === 'passkey' }
      }
      codes={view.name === 'codes' ? view.codes : null}
      error={error}
      onSubmit={(form) => void attempt(() => send(form))}
      onBack={() => show({ name: 'list' })}
      onClose={onClose}
    >
      {!data ? null : view.name === 'list' ? (
        <List
          own={data}
          onAdd={() => show({ name: 'proving' })}
          onRename={(passkey) => show({ name: 'renaming', passkey })}
          onRemove={(passkey) => show({ name: 'removing', passkey })}
        />
      ) : (
        <>
          {view.name === 'removing' ? <RemoveText own={data} passkey={view.passkey} /> : null}
          {view.name === 'proving' ? <p className="text-muted">{labels.proveText}</p> : null}
          {asksProof ? (
            <IdentityProofFields
              kind={kind}
              kinds={kinds}
              onKind={setChosenKind}
              asksCode={data.asksCode}
              disabled={state.pending}
            />
          ) : null}
          {view.name === 'making' ? <p className="text-muted">{labels.makeText}</p> : null}
          {view.name === 'making' ? (
            <NameField
              initial={proposePasskeyName(
                navigator.userAgent,
                data.passkeys.map((passkey) => passkey.name),
              )}
              disabled={state.pending}
            />
          ) : null}
          {view.name === 'renaming' ? <NameField initial={view.passkey.name} disabled={state.pending} /> : null}
        </>
      )}
    </SecurityStepsDialog>
  );
}

function RemoveText({ own, passkey }: { readonly own: OwnPasskeysStatus; readonly passkey: Passkey }) {
  const isLast = own.passkeys.length === 1;
  return (
    <>
      <p>{labels.removeText(passkey.name)}</p>
      {isLast && own.hasPassword ? <p>{labels.removeLastText}</p> : null}
    </>
  );
}

interface ListProps {
  readonly own: OwnPasskeysStatus;
  readonly onAdd: () => void;
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

function List({ own, onAdd, onRename, onRemove }: ListProps) {
  const { passkeys, host } = own;
  const reason = whyNone(host) ?? (proofKinds(own).length === 0 ? passkeyErrorTexts.noPassword : null);
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="font-medium">{labels.none}</p>
      ) : (
        <PasskeyList passkeys={passkeys} host={host} onRename={onRename} onRemove={onRemove} />
      )}
      {reason === null ? (
        <Button variant="primary" className="self-start" onClick={onAdd}>
          {labels.add}
        </Button>
      ) : (
        <Alert tone="info">{reason}</Alert>
      )}
    </>
  );
}

function NameField({ initial, disabled }: { readonly initial: string; readonly disabled: boolean }) {
  return (
    <FormField label={labels.name} hint={labels.nameHint}>
      {(control) => (
        <Input
          {...control}
          name="name"
          required
          defaultValue={initial}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of what was just asked for
          autoFocus
          disabled={disabled}
          autoComplete="off"
          maxLength={60}
        />
      )}
    </FormField>
  );
}
