/** Draws toasts with sonner. Loaded by the first toast; mounted by toast-host.tsx. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { stateLabels } from '../../labels/common-es.ts';
import type { ToastTone } from './toast-state.ts';

const icons = {
  good: <CircleCheck aria-hidden className="size-4 text-good" />,
  bad: <CircleAlert aria-hidden className="size-4 text-bad" />,
  info: <Info aria-hidden className="size-4 text-muted" />,
} as const;

/** One id for all: a new toast takes the place of the one shown. */
const onlyToast = 'toast';

let mounted = false;
/** The toast that came before the toaster could hear of it. */
let waiting: (() => void) | null = null;

export function drawToast(tone: ToastTone, title: string, description?: string): void {
  const draw = () =>
    void sonner(title, { id: onlyToast, description, icon: icons[tone], duration: tone === 'bad' ? 8_000 : 4_000 });
  if (mounted) draw();
  else waiting = draw;
}

export default function Toaster() {
  // Runs after the effects of the child, which subscribes in its own.
  useEffect(() => {
    mounted = true;
    waiting?.();
    waiting = null;
    return () => {
      mounted = false;
    };
  }, []);
  return (
    <Sonner
      position="bottom-right"
      // Its own sheet names another typeface, behind every layer of ours.
      style={{ fontFamily: 'inherit' }}
      visibleToasts={1}
      containerAriaLabel={stateLabels.notices}
      toastOptions={{
        unstyled: true,
        // It may lie over what one wants next.
        closeButton: true,
        closeButtonAriaLabel: stateLabels.dismissNotice,
        classNames: {
          toast: 'flex w-full items-start gap-3 rounded-md border border-line bg-surface p-4 text-ink shadow-pop',
          icon: 'mt-0.5',
          title: 'text-sm font-semibold',
          description: 'mt-0.5 text-sm text-muted',
          content: 'min-w-0 flex-1',
          closeButton:
            'order-last -m-1 grid size-6 shrink-0 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink',
        },
      }}
    />
  );
}
