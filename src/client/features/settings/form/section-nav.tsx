/** Navigation between the settings sections: a column on wide screens, a scrollable row on narrow ones. */
import { Link } from 'wouter';
import { settingsLabels as labels, settingsSectionLabels } from '../../../../labels/settings-es.ts';
import { screenPaths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { SettingsSectionEntry, SettingsSectionName } from './settings-sections.ts';

interface SectionNavProps {
  readonly sections: readonly SettingsSectionEntry[];
  readonly current: SettingsSectionName;
}

/** Scrolls the link of the current section into view, in case the row on a narrow screen cuts it off. */
function bringIntoRow(entry: HTMLLIElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

export function SettingsSectionNav({ sections, current }: SectionNavProps) {
  return (
    <nav aria-label={labels.sections} className="min-w-0 lg:sticky lg:top-20 lg:self-start">
      {/*
       * Position the list with `relative`, so that its hidden texts for screen readers scroll together with the links.
       */}
      <ul className="relative flex gap-1 overflow-x-auto max-lg:-mx-4 max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:pb-2 lg:flex-col">
        {sections.map(({ name, Icon }) => (
          <li key={name} ref={name === current ? bringIntoRow : undefined} className="shrink-0">
            <Link
              href={screenPaths.settings(name)}
              aria-current={name === current ? 'page' : undefined}
              className={classNames(
                'flex h-9 items-center -outline-offset-2 gap-2 rounded-md px-3 font-medium whitespace-nowrap transition-colors',
                name === current ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {settingsSectionLabels[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
