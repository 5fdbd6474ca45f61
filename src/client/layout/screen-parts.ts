/** Parts of a screen that belong to other features; app/shell.tsx provides them. */
import { createContext, type ReactNode } from 'react';

/** Part below the dashboard's tiles; nothing by default. */
export const DashboardNowPart = createContext<ReactNode>(null);
