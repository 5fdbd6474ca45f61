/** Button that whispers to the AI agent of a live call, and its dialog. The dialog's code loads on demand. */
import { Ear } from 'lucide-react';
import { whisperLabels } from '../../labels/whisper-es.ts';
import { getButtonClasses } from '../ui/button.tsx';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';

const loadDialog = () => import('./whisper-dialog.tsx');
/** Dialog that whispers to a call's agent. Render it inside a `Suspense`, because its code loads on demand. */
export const WhisperDialog = lazyWithIdlePreload(loadDialog);

export function WhisperToAgentButton({ onWhisper }: { readonly onWhisper: () => void }) {
  return (
    <button
      type="button"
      className={getButtonClasses({ size: 'small' })}
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
      onClick={onWhisper}
    >
      <Ear aria-hidden />
      {whisperLabels.action}
    </button>
  );
}
