/** Formatters of figures, costs and moments by the workspace's settings, for components of a signed-in person. */
import { defaultRegional, type Regional } from '../format/regional.ts';
import { createRegionalFormat, type RegionalFormat } from '../format/regional-format.ts';
import { useSession } from './session.ts';

const bound = new Map<string, RegionalFormat>();

/** Returns the same formatters for equal settings, so that all components can use them as a hook's dependency. */
function formatOf({ dateLocale, timeZone, currency, usdRate }: Regional): RegionalFormat {
  const key = `${dateLocale} ${timeZone} ${currency} ${usdRate?.rate} ${usdRate?.date}`;
  let format = bound.get(key);
  if (!format) {
    format = createRegionalFormat({ dateLocale, timeZone, currency, usdRate });
    bound.set(key, format);
  }
  return format;
}

/** The workspace's formatters, updated by realtime. The object stays the same until the settings change. */
export function useFormat(): RegionalFormat {
  return formatOf(useSession().workspace ?? defaultRegional);
}
