/** Telephone numbers, grouped by the server. They never break over lines (theme.css), and are copied as E.164. */
import type { ReactNode } from 'react';

/** `children` is the displayed number, perhaps with marked parts. */
export function PhoneNumber({ children }: { readonly children: ReactNode }) {
  return <span data-number>{children}</span>;
}
