/** Draws the shown toast and ends it. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { findToastObstacles, chooseToastPosition, type ToastPosition } from './toast-place.ts';
import { setShownToast, useShownToast } from './toast-state.ts';

const looks = {
  good: { Icon: CircleCheck, color: 'text-good', shownMs: 4_000 },
  bad: { Icon: CircleAlert, color: 'text-bad', shownMs: 8_000 },
  info: { Icon: Info, color: 'text-muted', shownMs: 4_000 },
} as const;

/** Interval in ms at which an expired toast is checked again while a person is still reading it. */
const readAgainMs = 1_000;

/** Hook: position of the toast. It is recomputed when the page scrolls or a dialog opens. */
function useToastPlace(toaster: RefObject<HTMLElement | null>): ToastPosition {
  const [place, setPlace] = useState<ToastPosition>({ right: 16, bottom: 16 });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const toast = toaster.current;
      if (!toast?.hasChildNodes()) return;
      const { offsetWidth: width, offsetHeight: height } = toast;
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { right, bottom } = chooseToastPosition({ width, height }, view, findToastObstacles(toast));
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
  }, [toaster]);
  return place;
}

export default function Toaster() {
  const shown = useShownToast();
  const toaster = useRef<HTMLElement>(null);
  const place = useToastPlace(toaster);
  useEffect(() => {
    if (shown === null) return undefined;
    // A toast under the pointer or with the focus stays, so that it can be read to its end.
    const end = () => {
      const isRead = toaster.current?.matches(':hover') === true || toaster.current?.contains(document.activeElement);
      if (isRead === true) timer = setTimeout(end, readAgainMs);
      else setShownToast(null);
    };
    let timer = setTimeout(end, looks[shown.tone].shownMs);
    return () => clearTimeout(timer);
  }, [shown]);

  const { Icon, color } = looks[shown?.tone ?? 'info'];
  return (
    <section
      ref={toaster}
      data-toaster
      aria-label={loadingAndErrorStateLabels.notices}
      aria-live="polite"
      aria-atomic
      className="fixed z-100 w-89 max-w-[calc(100%-2rem)]"
      style={place}
    >
      {shown === null ? null : (
        <div className="pointer-events-auto flex animate-enter items-start gap-3 rounded-md border border-line bg-surface p-4 text-ink shadow-pop">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold">{shown.title}</p>
            {shown.description === undefined ? null : <p className="mt-0.5 text-sm text-muted">{shown.description}</p>}
          </div>
          {/* The toast has a close button, because it may cover text. */}
          <button
            type="button"
            aria-label={loadingAndErrorStateLabels.dismissNotice}
            className="-m-1 grid size-6 shrink-0 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink"
            onClick={() => setShownToast(null)}
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </section>
  );
}
