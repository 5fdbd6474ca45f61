/** Phone numbers, grouped by the server. They never break over lines (theme.css), and are copied as E.164. */
import type { ReactNode } from 'react';

/** Marks a displayed phone number, which may contain highlighted parts. */
export function PhoneNumber({ children }: { readonly children: ReactNode }) {
  return <span data-number>{children}</span>;
}
