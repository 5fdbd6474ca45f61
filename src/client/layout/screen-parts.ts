/** React contexts by which app/shell.tsx passes a part of one feature to a screen of another feature. */
import { createContext, type ReactNode } from 'react';

/** React context with the part of the dashboard below its tiles; null by default. */
export const DashboardCurrentActivityContext = createContext<ReactNode>(null);
