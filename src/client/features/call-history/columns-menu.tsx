/** Menu with a checkbox for each column of the call history; it stays open while columns are chosen. */
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { callHistoryLabels, callHistoryColumnLabels } from '../../../labels/call-history-es.ts';
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { callHistoryColumnIds, unhideableCallHistoryColumns, useCallHistoryColumns } from './history-columns.ts';

export default function CallHistoryColumnsMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { shown, isChosen, toggle, reset } = useCallHistoryColumns();
  return (
    <Menu align="end" className="max-h-[calc(100dvh-8rem)] overflow-y-auto" trigger={trigger} defaultOpen>
      {callHistoryColumnIds.map((id) => (
        <MenuCheckboxItem
          key={id}
          checked={shown.includes(id)}
          disabled={unhideableCallHistoryColumns.includes(id)}
          onChange={() => toggle(id)}
        >
          {callHistoryColumnLabels[id]}
        </MenuCheckboxItem>
      ))}
      <MenuSeparator />
      <MenuItem disabled={!isChosen} onSelect={reset}>
        <RotateCcw aria-hidden />
        {callHistoryLabels.usualColumns}
      </MenuItem>
    </Menu>
  );
}
