/** Hook: formatters of figures, costs and times with the workspace's settings. */
import { defaultRegionalSettings, type RegionalFormatSettings } from '../format/regional.ts';
import { createRegionalFormat, type RegionalFormat } from '../format/regional-format.ts';
import { useSession } from './session.ts';

const bound = new Map<string, RegionalFormat>();

/** Returns the formatters for regional settings: the same object for equal settings, so that hooks can depend on it. */
function formatOf({ dateLocale, timeZone, currency, usdRate }: RegionalFormatSettings): RegionalFormat {
  const key = `${dateLocale} ${timeZone} ${currency} ${usdRate?.rate} ${usdRate?.date}`;
  let format = bound.get(key);
  if (!format) {
    format = createRegionalFormat({ dateLocale, timeZone, currency, usdRate });
    bound.set(key, format);
  }
  return format;
}

/**
 * Hook: number and date formatters for the workspace's regional settings. Returns the same object until these change.
 */
export function useRegionalFormat(): RegionalFormat {
  return formatOf(useSession().workspace ?? defaultRegionalSettings);
}
