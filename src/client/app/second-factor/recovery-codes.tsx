/** The ten recovery codes of a second factor, shown only this once, to copy or to save as a text file. */
import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { secondFactorLabels as labels } from '../../../labels/second-factor-es.ts';
import { downloadBlobAsFile } from '../../api/save-file.ts';
import { useAppVersion } from '../../session/app-version.ts';
import { useSession } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Button } from '../../ui/button.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';

export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const { user } = useSession();
  const { appName } = useAppVersion();
  // The codes are never shown again.
  useUnsavedWork(true);
  const list = useRef<HTMLUListElement>(null);
  // Focuses the list of recovery codes, because the form field that had the focus no longer exists.
  useEffect(() => list.current?.focus(), []);
  const text = codes.join('\n');
  const save = () =>
    downloadBlobAsFile(
      new Blob([`${labels.fileHead(appName, user.username)}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }),
      labels.fileName,
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{labels.codesText}</p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={labels.codes}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-sunken p-4 font-mono outline-none"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyTextWithToast(text, labels.codesCopied)}>
          <Copy aria-hidden />
          {labels.copyCodes}
        </Button>
        <Button onClick={save}>
          <Download aria-hidden />
          {labels.download}
        </Button>
      </div>
    </div>
  );
}
