/** 'Passkeys': lists a person's own, adds one in two steps (who asks, then the device), renames and removes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import type { OwnPasskeys, Passkey, PasskeyCreationOptions } from '../../../contract/passkeys.ts';
import { passkeyErrors } from '../../../labels/passkey-errors-es.ts';
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';
import { canUsePasskeys, readPasskeyFailure } from '../../session/passkey-failure.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { ProofFields, readProof, type ProofKind } from './proof-fields.tsx';
import { proposeName } from './proposed-name.ts';

type View =
  | { readonly name: 'list' }
  | { readonly name: 'proving' }
  | { readonly name: 'making'; readonly options: PasskeyCreationOptions }
  | { readonly name: 'renaming' | 'removing'; readonly passkey: Passkey }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const titles: Readonly<Record<View['name'], string>> = {
  list: labels.title,
  proving: labels.add,
  making: labels.add,
  renaming: labels.rename,
  removing: labels.confirmRemove,
  codes: labels.codesTitle,
};

const submits = {
  proving: { label: labels.continue, pending: labels.sending },
  making: { label: labels.make, pending: labels.waiting },
  renaming: { label: labels.save, pending: labels.saving },
  removing: { label: labels.confirmRemove, pending: labels.sending },
} as const;

/** Why this page can use no passkeys; null: it can. */
function whyNone(host: string | null): string | null {
  if (host === null) return passkeyErrors.noName;
  if (window.location.hostname !== host) return passkeyErrors.elsewhere(host);
  if (!window.isSecureContext) return passkeyErrors.notEncrypted;
  return canUsePasskeys() ? null : labels.noBrowser;
}

function failureText(error: unknown): string {
  const failure = readPasskeyFailure(error);
  if (failure === 'cancelled') return labels.cancelled;
  return failure === 'exists' ? labels.alreadyHere : shownMessage(error, labels.failed);
}

function proofKinds({ passkeys, host, hasPassword }: OwnPasskeys): ProofKind[] {
  const isHere = whyNone(host) === null && passkeys.some((passkey) => passkey.host === host);
  return [...(isHere ? (['passkey'] as const) : []), ...(hasPassword ? (['password'] as const) : [])];
}

export default function PasskeysDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const formId = useId();
  const [view, setView] = useState<View>({ name: 'list' });
  const [chosenKind, setChosenKind] = useState<ProofKind | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: sessionKeys.passkeys,
    queryFn: () => call('listPasskeys'),
    staleTime: 0,
  });
  const kinds = data ? proofKinds(data) : [];
  const kind = chosenKind ?? kinds[0] ?? 'password';

  function show(next: View): void {
    setFailure(null);
    setChosenKind(null);
    setView(next);
  }

  /** A second factor decides on much else: the person, their rights, and what the sign-in screen offers. */
  const readAgain = (): void => void client.invalidateQueries();

  async function make(options: PasskeyCreationOptions, name: string): Promise<void> {
    const { makePasskey } = await import('../../session/passkey-ceremonies.ts');
    const passkey = await makePasskey(options);
    const isFirst = data?.passkeys.length === 0;
    const { recoveryCodes } = await call('addPasskey', { body: { name, passkey } });
    toast.good(labels.added, isFirst ? labels.firstText : undefined);
    show(recoveryCodes === null ? { name: 'list' } : { name: 'codes', codes: recoveryCodes });
    readAgain();
  }

  async function send(form: FormData): Promise<void> {
    const typedName = form.get('name');
    const name = typeof typedName === 'string' ? typedName : '';
    if (view.name === 'proving') {
      const proof = await readProof(kind, form);
      show({ name: 'making', options: await call('beginPasskey', { body: { proof } }) });
    } else if (view.name === 'making') {
      await make(view.options, name);
    } else if (view.name === 'renaming') {
      await call('renamePasskey', { params: { id: view.passkey.id }, body: { name } });
      toast.good(labels.renamed);
      show({ name: 'list' });
      readAgain();
    } else if (view.name === 'removing') {
      const proof = await readProof(kind, form);
      await call('removePasskey', { params: { id: view.passkey.id }, body: { proof } });
      toast.good(labels.removed);
      show({ name: 'list' });
      readAgain();
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFailure(null);
    try {
      await send(form);
    } catch (reason) {
      setFailure(failureText(reason));
    } finally {
      setPending(false);
    }
  }

  const submitOf = view.name === 'list' || view.name === 'codes' ? null : submits[view.name];
  return (
    <Dialog
      open
      keepsOpen={view.name !== 'list'}
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={titles[view.name]}
      description={view.name === 'list' ? labels.text : undefined}
      footer={
        submitOf ? (
          <>
            <Button disabled={pending} onClick={() => show({ name: 'list' })}>
              {labels.back}
            </Button>
            <Button
              // The step's one action, where nothing is typed.
              key={`${view.name} ${kind}`}
              type="submit"
              form={formId}
              variant={view.name === 'removing' ? 'danger' : 'primary'}
              disabled={pending}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the device is asked next
              autoFocus={view.name !== 'renaming' && view.name !== 'making' && kind === 'passkey'}
            >
              {pending ? submitOf.pending : submitOf.label}
            </Button>
          </>
        ) : view.name === 'codes' ? (
          <Button variant="primary" onClick={() => show({ name: 'list' })}>
            {labels.done}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        {view.name === 'codes' ? <RecoveryCodes codes={view.codes} /> : null}
        {submitOf && data ? (
          <form key={view.name} id={formId} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
            {view.name === 'removing' ? <p>{labels.removeText(view.passkey.name)}</p> : null}
            {view.name === 'proving' ? <p className="text-muted">{labels.proveText}</p> : null}
            {view.name === 'proving' || view.name === 'removing' ? (
              <ProofFields
                kind={kind}
                kinds={kinds}
                onKind={setChosenKind}
                asksCode={data.asksCode}
                disabled={pending}
              />
            ) : null}
            {view.name === 'making' ? <p className="text-muted">{labels.makeText}</p> : null}
            {view.name === 'making' ? (
              <NameField
                initial={proposeName(
                  navigator.userAgent,
                  data.passkeys.map((passkey) => passkey.name),
                )}
                disabled={pending}
              />
            ) : null}
            {view.name === 'renaming' ? <NameField initial={view.passkey.name} disabled={pending} /> : null}
          </form>
        ) : null}
        {view.name === 'list' ? (
          data ? (
            <List
              own={data}
              onAdd={() => show({ name: 'proving' })}
              onRename={(passkey) => show({ name: 'renaming', passkey })}
              onRemove={(passkey) => show({ name: 'removing', passkey })}
            />
          ) : error ? (
            <Alert tone="bad">{shownMessage(error, labels.failed)}</Alert>
          ) : (
            <p className="text-muted">{labels.loading}</p>
          )
        ) : null}
      </div>
    </Dialog>
  );
}

interface ListProps {
  readonly own: OwnPasskeys;
  readonly onAdd: () => void;
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

function List({ own, onAdd, onRename, onRemove }: ListProps) {
  const { passkeys, host } = own;
  const reason = whyNone(host) ?? (proofKinds(own).length === 0 ? passkeyErrors.noPassword : null);
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="font-medium">{labels.none}</p>
      ) : (
        <PasskeyRows passkeys={passkeys} host={host} onRename={onRename} onRemove={onRemove} />
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
    <Field label={labels.name} hint={labels.nameHint}>
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
    </Field>
  );
}
