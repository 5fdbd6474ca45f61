/** React contexts by which app/shell.tsx passes parts of other features to a screen. */
import { createContext, type ReactNode } from 'react';

/** React context with the part of the dashboard below its tiles; null by default. */
export const DashboardNowPartContext = createContext<ReactNode>(null);
