/**
 * Button of a menu or popover. The popup's code loads when the button is hovered or focused. The first click opens the
 * popup. From then on the popup's component renders the button too.
 */
import {
  cloneElement,
  Suspense,
  useState,
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

interface LazyPopupProps<P> {
  readonly kind: 'menu' | 'dialog';
  /** Popup component. It renders `trigger` and opens when mounted: `<Menu defaultOpen trigger={trigger}>`. */
  readonly Panel: ComponentType<P & { readonly trigger: ReactNode }>;
  /** Further props of the panel. */
  readonly given?: P;
  readonly preload: () => void;
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
}

export function LazyPopup<P extends object = object>({ kind, Panel, given, preload, trigger }: LazyPopupProps<P>) {
  const [wanted, setWanted] = useState(false);
  const button = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (kind === 'menu' && event.key === 'ArrowDown') setWanted(true);
    },
  });
  return wanted ? (
    <Suspense fallback={button}>
      <Panel {...(given as P)} trigger={trigger} />
    </Suspense>
  ) : (
    button
  );
}
