/** Settings under which nothing but its pace keeps a test's campaign from dialling; apart, for it needs none of the app. */
import { quietZone } from './quiet-zone.ts';

export const unhindered = {
  timeZone: quietZone,
  callingWindow: { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] },
  dailyAttempts: 50,
};
