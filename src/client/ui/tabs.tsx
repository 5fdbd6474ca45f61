/** Tabs that also work with arrow keys. Keep `value` in the URL, so that a reload shows the same tab. */
import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: ReactNode; readonly content: ReactNode }[];
}

/** Tabs with their content. Print shows only the chosen tab. */
export function Tabs({ value, onChange, label, tabs }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px -outline-offset-2 border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <h2 className="hidden pt-2 text-lg font-semibold print:block">
        {tabs.find((tab) => tab.value === value)?.label}
      </h2>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
