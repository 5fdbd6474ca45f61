/** The writers of figures, costs and moments as the session's workspace wants them, everywhere below the gate. */
import { defaultRegional, type Regional } from '../format/regional.ts';
import { bindFormat, type RegionalFormat } from '../format/regional-format.ts';
import { useSession } from './session.ts';

const bound = new Map<string, RegionalFormat>();

/** One object per settings, shared by all components, so that it can stand among a hook's dependencies. */
function formatOf({ dateLocale, timeZone, currency, usdRate }: Regional): RegionalFormat {
  const key = `${dateLocale} ${timeZone} ${currency} ${usdRate?.rate} ${usdRate?.date}`;
  let format = bound.get(key);
  if (!format) {
    format = bindFormat({ dateLocale, timeZone, currency, usdRate });
    bound.set(key, format);
  }
  return format;
}

/** Follows the workspace's settings as realtime brings them. The same object until they change. */
export function useFormat(): RegionalFormat {
  return formatOf(useSession().workspace ?? defaultRegional);
}
