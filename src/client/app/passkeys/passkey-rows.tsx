/** The list of the user's passkeys, with the actions on each. */
import type { Passkey } from '../../../contract/passkeys.ts';
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';

interface PasskeyRowsProps {
  readonly passkeys: readonly Passkey[];
  /** Where passkeys made now belong to. */
  readonly host: string | null;
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, host, onRename, onRemove }: PasskeyRowsProps) {
  const format = useRegionalFormat();
  return (
    <ul aria-label={labels.list} className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
          <div className="min-w-48 flex-1">
            <p className="font-medium break-words">{passkey.name}</p>
            <p className="text-xs text-muted">
              {passkey.isSynced ? labels.synced : labels.ofDevice} · {labels.since(format.date(passkey.createdAt))}
            </p>
            <p className="text-xs text-muted">
              {passkey.lastUsedAt === null ? labels.unused : labels.used(format.dateTime(passkey.lastUsedAt))}
            </p>
            {passkey.host === host ? null : (
              <p className="text-xs text-attention">{labels.ofOtherHost(passkey.host)}</p>
            )}
          </div>
          <div className="flex gap-2">
            <Button size="small" aria-label={labels.renameOne(passkey.name)} onClick={() => onRename(passkey)}>
              {labels.rename}
            </Button>
            <Button size="small" aria-label={labels.removeOne(passkey.name)} onClick={() => onRemove(passkey)}>
              {labels.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
