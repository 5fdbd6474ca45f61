/** React context of contextual help: whether it is on for the present screen, and the person's choices about it. */
import { createContext, useContext, useId, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import type { HelpSection } from '../screens.ts';
import { changeHelpChoices, helpChoices, watchHelpChoices } from './help-choices.ts';
import { helpDelayMs, helpSectionOf, sectionPriority, type HelpPriority, type HelpSpeed } from './help-delays.ts';

export interface HelpState {
  /** The global switch. */
  readonly enabled: boolean;
  /** The section of the address. */
  readonly section: HelpSection;
  readonly priority: HelpPriority;
  /** Help was switched off in this section. */
  readonly isSectionHidden: boolean;
  /** True if help is shown here. */
  readonly isShown: boolean;
  /** Delay that the person chose before help opens; null for the section's default delay. */
  readonly speed: HelpSpeed | null;
  /** Milliseconds before help appears here. */
  readonly delayMs: number;
  readonly setEnabled: (enabled: boolean) => void;
  readonly chooseSpeed: (speed: HelpSpeed | null) => void;
  /** For the section of the address. */
  readonly setSectionHidden: (hidden: boolean) => void;
}

const HelpContext = createContext<HelpState | null>(null);

/** Stands once around the application. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const { enabled, speed, hiddenSections } = useSyncExternalStore(watchHelpChoices, helpChoices);
  const section = helpSectionOf(path);
  const help = useMemo<HelpState>(() => {
    const isSectionHidden = hiddenSections.includes(section);
    return {
      enabled,
      section,
      priority: sectionPriority(section),
      isSectionHidden,
      isShown: enabled && !isSectionHidden,
      speed,
      delayMs: helpDelayMs(speed, section),
      setEnabled: (on) => changeHelpChoices({ enabled: on }),
      chooseSpeed: (chosen) => changeHelpChoices({ speed: chosen }),
      setSectionHidden: (hidden) =>
        changeHelpChoices({
          hiddenSections: [...hiddenSections.filter((each) => each !== section), ...(hidden ? [section] : [])],
        }),
    };
  }, [enabled, speed, hiddenSections, section]);
  return <HelpContext value={help}>{children}</HelpContext>;
}

/** Hook: hidden text that describes an element to screen readers; empty while help is off. */
export function useHelpDescription(text: string | undefined) {
  const id = useId();
  if (!useContext(HelpContext)?.isShown || !text) return {};
  return {
    describedBy: id,
    // Rendered at the end of the page, so that the help text does not become a part of a heading, row or card.
    description: createPortal(
      <span id={id} hidden>
        {text}
      </span>,
      document.body,
    ),
  };
}

/** Throws outside `HelpProvider`. */
export function useHelp(): HelpState {
  const help = useContext(HelpContext);
  if (!help) throw new Error('useHelp works only below HelpProvider');
  return help;
}
