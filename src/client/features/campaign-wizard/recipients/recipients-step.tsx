/** Step 2 of the campaign wizard: the recipient file as parsed, with its errors. */
import { useEffect, useRef } from 'react';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { InputProblemPanel } from './problem-panel.tsx';
import { RecipientSourceInput } from './recipients-source.tsx';
import type { RecipientFileController } from './use-recipients.ts';

const understoodList = createLazyComponent(() => import('./understood-list.tsx'));

export function RecipientsStep({ recipients }: { readonly recipients: RecipientFileController }) {
  const { state } = recipients;
  const top = useRef<HTMLDivElement>(null);
  const understood = useRef<HTMLDivElement>(null);
  const shown = useRef(state.status);
  useEffect(() => understoodList.preload(), []);
  useEffect(() => {
    // After the recipient file is parsed, focus its summary, because the button that had the focus is gone.
    const isAdrift = document.activeElement === document.body || document.activeElement === top.current;
    if (shown.current !== state.status && isAdrift) (understood.current ?? top.current)?.focus({ preventScroll: true });
    shown.current = state.status;
  }, [state.status]);
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <RecipientSourceInput recipients={recipients} />
      {state.status === 'failed' ? <InputProblemPanel title={state.name} problems={[state.message]} /> : null}
      {state.status === 'ready' ? (
        <div ref={understood} tabIndex={-1} className="flex flex-col gap-5 outline-none">
          <understoodList.Part recipients={recipients} state={state} onUnderstood={() => top.current?.focus()} />
        </div>
      ) : null}
    </div>
  );
}
