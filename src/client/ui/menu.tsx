/** Dropdown menus: `<Menu trigger={<Button/>}><MenuItem/></Menu>`. Radix adds arrow keys, type-ahead and Esc. */
import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const panel =
  'z-50 base:min-w-48 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-surface p-1 shadow-pop data-[state=open]:animate-enter';
const row =
  'flex cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1.5 outline-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-55 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 base:[&_svg]:text-muted';

interface MenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly className?: string;
  /** True if the menu opens when mounted. */
  readonly defaultOpen?: boolean;
}

export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  className,
  defaultOpen = false,
}: MenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen={defaultOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(panel, className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  /** True for a menu item that deletes or ends something; it is red. */
  readonly danger?: boolean;
}

export function MenuItem({ danger = false, className, ...props }: MenuItemProps) {
  return <Primitive.Item className={classNames(row, danger && 'text-bad [&_svg]:text-bad', className)} {...props} />;
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuSubmenu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <Primitive.Sub>
      <Primitive.SubTrigger className={classNames(row, 'data-[state=open]:bg-sunken')}>
        {label}
        <ChevronRight aria-hidden className="ml-auto" />
      </Primitive.SubTrigger>
      <Primitive.Portal>
        <Primitive.SubContent sideOffset={4} collisionPadding={8} className={panel}>
          {children}
        </Primitive.SubContent>
      </Primitive.Portal>
    </Primitive.Sub>
  );
}

interface MenuChoicesProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
}

/** Group of menu items of which one is chosen. */
export function MenuRadioItems({ value, onChange, options }: MenuChoicesProps) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} className={row}>
          {option.label}
          <Primitive.ItemIndicator className="ml-auto">
            <Check aria-hidden />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

interface MenuCheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** Menu item that switches something on or off. The menu stays open. */
export function MenuCheckboxItem({ checked, disabled = false, onChange, children }: MenuCheckProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={row}
    >
      {children}
      <span className="ml-auto flex size-4">
        <Primitive.ItemIndicator>
          <Check aria-hidden />
        </Primitive.ItemIndicator>
      </span>
    </Primitive.CheckboxItem>
  );
}
