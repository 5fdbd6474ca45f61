/** React context of contextual help: whether it is on for the present screen, and the person's choices about it. */
import { createContext, useContext, useId, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import type { HelpSectionId } from '../screens.ts';
import { changeHelpPreferences, getHelpPreferences, watchHelpPreferences } from './help-choices.ts';
import {
  computeHelpDelayMs,
  getHelpSectionIdOfPath,
  getHelpSectionPriority,
  type HelpPriority,
  type HelpDelayOptionMs,
} from './help-delays.ts';

export interface ScreenHelpState {
  /** True if the user has help switched on. */
  readonly enabled: boolean;
  /** Help section of the current URL. */
  readonly section: HelpSectionId;
  readonly priority: HelpPriority;
  /** True if help is switched off in the section of the current URL. */
  readonly isSectionHidden: boolean;
  /** True if help is switched on, and not switched off in the section of the current URL. */
  readonly isShown: boolean;
  readonly speed: HelpDelayOptionMs | null;
  readonly delayMs: number;
  readonly setEnabled: (enabled: boolean) => void;
  readonly chooseSpeed: (speed: HelpDelayOptionMs | null) => void;
  readonly setSectionHidden: (hidden: boolean) => void;
}

const HelpContext = createContext<ScreenHelpState | null>(null);

/** Context provider that wraps the whole application. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const { enabled, speed, hiddenSections } = useSyncExternalStore(watchHelpPreferences, getHelpPreferences);
  const section = getHelpSectionIdOfPath(path);
  const help = useMemo<ScreenHelpState>(() => {
    const isSectionHidden = hiddenSections.includes(section);
    return {
      enabled,
      section,
      priority: getHelpSectionPriority(section),
      isSectionHidden,
      isShown: enabled && !isSectionHidden,
      speed,
      delayMs: computeHelpDelayMs(speed, section),
      setEnabled: (on) => changeHelpPreferences({ enabled: on }),
      chooseSpeed: (chosen) => changeHelpPreferences({ speed: chosen }),
      setSectionHidden: (hidden) =>
        changeHelpPreferences({
          hiddenSections: [...hiddenSections.filter((each) => each !== section), ...(hidden ? [section] : [])],
        }),
    };
  }, [enabled, speed, hiddenSections, section]);
  return <HelpContext value={help}>{children}</HelpContext>;
}

/** Hook: hidden text that describes an element to screen readers; empty while help is off. */
export function useHiddenHelpDescription(text: string | undefined) {
  const id = useId();
  if (!useContext(HelpContext)?.isShown || !text) return {};
  return {
    describedBy: id,
    // Render the help text at the end of the page, so that it does not become a part of a heading, row or card.
    description: createPortal(
      <span id={id} hidden>
        {text}
      </span>,
      document.body,
    ),
  };
}

/** Throws outside `HelpProvider`. */
export function useScreenHelpState(): ScreenHelpState {
  const help = useContext(HelpContext);
  if (!help) throw new Error('useHelp works only below HelpProvider');
  return help;
}
