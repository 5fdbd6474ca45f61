/** React contexts by which app/shell.tsx passes a part of one feature to a screen of another feature. */
import { createContext, type ReactNode } from 'react';

/**
 * React element with running campaigns and current problems, which the dashboard shows below its tiles. Null outside
 * the shell.
 */
export const DashboardCurrentActivityContext = createContext<ReactNode>(null);
