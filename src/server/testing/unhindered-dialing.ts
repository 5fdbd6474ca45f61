/**
 * Settings under which a test may dial at any hour, and any number as often as it likes, on a day that does not end
 * meanwhile. Apart from the test app, for the kill tests need none of it.
 */
import { quietZone } from './quiet-zone.ts';

export const unhindered = {
  timeZone: quietZone,
  callingWindow: { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] },
  dailyAttempts: 50,
};
