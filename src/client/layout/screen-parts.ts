/** Parts of a screen that belong to other features; app/shell.tsx provides them. */
import { createContext, type ReactNode } from 'react';

/** Part of the dashboard below its tiles, provided by the app; nothing by default. */
export const DashboardNowPart = createContext<ReactNode>(null);
