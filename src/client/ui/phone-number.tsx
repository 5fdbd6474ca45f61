/** Telephone numbers as the server groups them for reading aloud: never broken over lines (theme.css), and copied as E.164. */
import type { ReactNode } from 'react';

/** A number as it is shown, whole or with parts of it marked. */
export function PhoneNumber({ children }: { readonly children: ReactNode }) {
  return <span data-number>{children}</span>;
}
