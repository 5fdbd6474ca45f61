/** Table with a chart's figures, shown in place of the chart, and the button that switches between both. */
import { Table2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { chartLabels } from '../../labels/chart-es.ts';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

const cell = 'h-8 px-1 text-right sm:px-4';

interface ChartTableProps {
  readonly title: string;
  /** Height in pixels, as the chart's. */
  readonly height: number;
  /** Column headings of the chart's data table, from the time column to the total. */
  readonly heads: readonly [string, ...string[]];
  readonly rows: readonly {
    readonly key: string;
    readonly title: string;
    readonly cells: readonly ReactNode[];
    /** Events of that place. */
    readonly note?: string | undefined;
  }[];
}

export function ChartTable({ title, height, heads: [first, ...heads], rows }: ChartTableProps) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the keyboard for that
      tabIndex={0}
      aria-label={title}
      className="overflow-auto rounded-sm print:h-auto! print:overflow-visible"
      style={{ height }}
    >
      <table className="w-full border-collapse text-xs">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="h-8 px-1 text-left font-medium sm:px-4">
              {first}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${cell} font-medium`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line hover:bg-sunken/60">
              <th scope="row" className="h-8 px-1 text-left font-normal whitespace-nowrap sm:px-4">
                {row.title}
                {row.note === undefined ? null : <span className="block text-muted">{row.note}</span>}
              </th>
              {heads.map((head, index) => (
                <td key={head} className={`${cell} last:font-medium`}>
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TableToggleProps {
  readonly asTable: boolean;
  readonly onChange: (asTable: boolean) => void;
  /** Icon of the chart's button. */
  readonly Icon: LucideIcon;
}

export function ChartTableToggle({ asTable, onChange, Icon }: TableToggleProps) {
  const label = asTable ? chartLabels.showChart : chartLabels.showTable;
  return (
    <Tooltip text={label}>
      <Button size="icon" variant="ghost" aria-label={label} onClick={() => onChange(!asTable)}>
        {asTable ? <Icon aria-hidden /> : <Table2 aria-hidden />}
      </Button>
    </Tooltip>
  );
}
