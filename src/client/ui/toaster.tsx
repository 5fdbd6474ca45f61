/** Draws toasts with sonner. Loaded by the first toast; mounted by toast-host.tsx. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { stateLabels } from '../../labels/common-es.ts';
import { obstaclesFor, placeToast, type ToastPlace } from './toast-place.ts';
import type { ToastTone } from './toast-state.ts';

const icons = {
  good: <CircleCheck aria-hidden className="size-4 text-good" />,
  bad: <CircleAlert aria-hidden className="size-4 text-bad" />,
  info: <Info aria-hidden className="size-4 text-muted" />,
} as const;

/** Id of the shown toast, which a new one replaces. It changes when that toast ends, for the next one. */
let toastId = 0;
const leave = () => void (toastId += 1);

let mounted = false;
/** A toast that was requested before the toaster was mounted. */
let waiting: (() => void) | null = null;

export function drawToast(tone: ToastTone, title: string, description?: string): void {
  const duration = tone === 'bad' ? 8_000 : 4_000;
  const draw = () =>
    void sonner(title, { id: toastId, description, icon: icons[tone], duration, onAutoClose: leave, onDismiss: leave });
  if (mounted) draw();
  else waiting = draw;
}

/** The toast's position; it moves with obstacles: another toast, a dialog that opens, a page that scrolls. */
function useToastPlace(): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>({ right: 16, bottom: 16 });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const toast = document.querySelector<HTMLElement>('[data-sonner-toast]');
      const toaster = toast?.closest('[data-sonner-toaster]');
      if (!toast || !toaster) return;
      // The toast's layout size, because it is still animating.
      const { offsetWidth: width, offsetHeight: height } = toast;
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { right, bottom } = placeToast({ width, height }, view, obstaclesFor(toaster));
      setPlace((last) => (last.right === right && last.bottom === bottom ? last : { right, bottom }));
    };
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const watcher = new MutationObserver(lookSoon);
    watcher.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', lookSoon, { capture: true, passive: true });
    window.addEventListener('resize', lookSoon);
    lookSoon();
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      window.removeEventListener('scroll', lookSoon, { capture: true });
      window.removeEventListener('resize', lookSoon);
    };
  }, []);
  return place;
}

export default function Toaster() {
  const place = useToastPlace();
  // The effect runs after those of the child, which subscribes in its own.
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
      offset={place}
      mobileOffset={{ left: 16, ...place }}
      // The library's stylesheet, outside our layers, sets another typeface.
      style={{ fontFamily: 'inherit' }}
      visibleToasts={1}
      containerAriaLabel={stateLabels.notices}
      toastOptions={{
        unstyled: true,
        // The close button is needed because a toast may cover text.
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
