/** Dialog that shows a new secret once, with a button to copy it. */
import { Copy } from 'lucide-react';
import { shownOnceSecretLabels as labels } from '../../../labels/settings-es.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Button } from '../../ui/button.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  /** Said once it is copied. */
  readonly copied: string;
  readonly onClose: () => void;
}

export function SecretDialog({ title, text, secret, copied, onClose }: SecretDialogProps) {
  // The secret is never shown again.
  useUnsavedWork(true);
  return (
    <Dialog
      open
      keepsOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={text}
      footer={
        <Button variant="primary" onClick={onClose}>
          {labels.done}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md bg-sunken p-3 font-mono text-xs break-all">{secret}</code>
        <Button onClick={() => void copyTextWithToast(secret, copied)}>
          <Copy aria-hidden />
          {labels.copy}
        </Button>
      </div>
    </Dialog>
  );
}
