import { expect, it } from 'vitest';
import {
  callHistoryColumnIds,
  callHistoryColumnWidthRules,
  getCallHistoryColumnCssWidth,
  computeCallHistoryTableMinWidth,
} from './history-columns.ts';

it('shares what is left of the frame by weight, so that the columns fill it', () => {
  const share = (width: string) => Number(/\* ([\d.]+)\)$/.exec(width)?.[1]);
  for (const columns of [callHistoryColumnIds, ['status', 'contact', 'agent', 'date'] as const]) {
    const sum = columns.reduce((total, id) => total + share(getCallHistoryColumnCssWidth(id, columns)), 0);
    expect(sum).toBeCloseTo(1, 2);
    expect(computeCallHistoryTableMinWidth(columns)).toBe(
      columns.reduce((total, id) => total + callHistoryColumnWidthRules[id].least, 0),
    );
  }
  expect(getCallHistoryColumnCssWidth('agent', ['status', 'contact', 'agent', 'date'])).toBe(
    'calc(116px + max(0px, 100cqw - 518px) * 0.3077)',
  );
});
