/** Menu with a checkbox for each column of the call history; it stays open while columns are chosen. */
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { callHistoryLabels, columnLabels } from '../../../labels/call-history-es.ts';
import { Menu, MenuCheck, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { columnIds, fixedColumns, useColumns } from './history-columns.ts';

export default function ColumnsMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { shown, isChosen, toggle, reset } = useColumns();
  return (
    <Menu align="end" className="max-h-[calc(100dvh-8rem)] overflow-y-auto" trigger={trigger} defaultOpen>
      {columnIds.map((id) => (
        <MenuCheck
          key={id}
          checked={shown.includes(id)}
          disabled={fixedColumns.includes(id)}
          onChange={() => toggle(id)}
        >
          {columnLabels[id]}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem disabled={!isChosen} onSelect={reset}>
        <RotateCcw aria-hidden />
        {callHistoryLabels.usualColumns}
      </MenuItem>
    </Menu>
  );
}
