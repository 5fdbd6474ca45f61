/** What a screen draws of features that it does not know: app/shell.tsx puts it in. */
import { createContext, type ReactNode } from 'react';

/** Under the dashboard's tiles; nothing unless told. */
export const DashboardNowPart = createContext<ReactNode>(null);
