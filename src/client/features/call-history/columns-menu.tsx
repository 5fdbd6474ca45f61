/** Menu with a checkbox for each column of the call history; it stays open while columns are chosen. */
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { callHistoryLabels, historyColumnLabels } from '../../../labels/call-history-es.ts';
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { historyColumnIds, unhideableHistoryColumns, useHistoryColumns } from './history-columns.ts';

export default function HistoryColumnsMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { shown, isChosen, toggle, reset } = useHistoryColumns();
  return (
    <Menu align="end" className="max-h-[calc(100dvh-8rem)] overflow-y-auto" trigger={trigger} defaultOpen>
      {historyColumnIds.map((id) => (
        <MenuCheckboxItem
          key={id}
          checked={shown.includes(id)}
          disabled={unhideableHistoryColumns.includes(id)}
          onChange={() => toggle(id)}
        >
          {historyColumnLabels[id]}
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
