/** Popover 'Configuración de Ayudas': switches help on or off, for this section or everywhere, and sets its delay. */
import { Popover } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { helpToggleLabels } from '../../labels/help-es.ts';
import {
  helpSettingsLabels as labels,
  helpSectionLabels,
  helpPriorityLabels,
  helpDelayLabels,
} from '../../labels/help-settings-es.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/input.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { useScreenHelpState } from './help-context.tsx';
import { helpDelayOptionsMs, getHelpSectionDelayMs } from './help-delays.ts';

function SpeedChoice() {
  const id = useId();
  const { speed, section, chooseSpeed } = useScreenHelpState();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {labels.speed}
      </label>
      <Select
        id={id}
        value={speed === null ? '' : String(speed)}
        onChange={({ target }) => chooseSpeed(helpDelayOptionsMs.find((each) => String(each) === target.value) ?? null)}
      >
        <option value="">{labels.bySection(getHelpSectionDelayMs(section))}</option>
        {helpDelayOptionsMs.map((each) => (
          <option key={each} value={String(each)}>
            {labels.milliseconds(each, helpDelayLabels[each])}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Priority() {
  const { priority } = useScreenHelpState();
  return (
    <p className="flex justify-between gap-4" title={labels.priorityHelp}>
      <span className="text-muted">{labels.priority}</span>
      <span className="font-medium">{helpPriorityLabels[priority]}</span>
    </p>
  );
}

function SectionState() {
  const { section, enabled, isSectionHidden, setSectionHidden } = useScreenHelpState();
  const name = helpSectionLabels[section];
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">{labels.section}</dt>
        <dd className="text-right font-medium">{name}</dd>
      </dl>
      {enabled && isSectionHidden ? (
        <Alert
          tone="attention"
          action={
            <Button size="small" onClick={() => setSectionHidden(false)}>
              {labels.showInSection}
            </Button>
          }
        >
          {labels.hiddenInSection(name)}
        </Alert>
      ) : null}
      {enabled && !isSectionHidden ? (
        <Button size="small" variant="ghost" className="-mx-3 self-start" onClick={() => setSectionHidden(true)}>
          {labels.hideInSection}
        </Button>
      ) : null}
    </>
  );
}

interface HelpSettingsProps {
  readonly trigger: ReactNode;
  readonly side: 'top' | 'bottom';
  readonly align: 'start' | 'end';
}

export default function HelpSettings({ trigger, side, align }: HelpSettingsProps) {
  const { enabled, setEnabled } = useScreenHelpState();
  const titleId = useId();
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={titleId}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-pop outline-none data-[state=open]:animate-enter"
        >
          <h2 id={titleId} className="font-semibold">
            {helpToggleLabels.settings}
          </h2>
          <SwitchRow label={labels.show} checked={enabled} onChange={setEnabled} className="py-0" />
          <p className="text-xs text-muted">{labels.where}</p>
          <div className="flex flex-col gap-3 border-t border-line pt-3">
            <SectionState />
          </div>
          <details className="border-t border-line pt-3">
            <summary className="cursor-pointer rounded-sm text-muted hover:text-ink">{labels.advanced}</summary>
            <div className="mt-3 flex flex-col gap-3">
              <SpeedChoice />
              <Priority />
            </div>
          </details>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
