/** Phone number in the grouped form that the server sends. It never wraps, and is copied in E.164 format. */
import type { ReactNode } from 'react';

/** Displays a phone number so that it stays on one line and is copied in E.164 format. */
export function PhoneNumberText({ children }: { readonly children: ReactNode }) {
  return <span data-number>{children}</span>;
}
