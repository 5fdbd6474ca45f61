/** Name, version and build of the app, as the sidebar and the sign-in screen show them. */
import { appInfoFallbacks } from '../../labels/shell-es.ts';
import { formatDateTime } from '../format/dates.ts';
import { defaultRegionalSettings } from '../format/regional.ts';
import { useAppInfo } from './session.ts';

export interface AppVersionText {
  readonly appName: string;
  readonly version: string;
  readonly build: string;
}

/** Formats the app's version with a leading 'v', such as 'v1.2.0', and its ISO build time as date and time. */
export function formatAppVersion(
  info: { readonly appName: string; readonly version: string; readonly buildDate: string } | undefined,
): AppVersionText {
  const version = info?.version ?? '';
  const buildDate = info?.buildDate ?? '';
  const moment = formatDateTime(buildDate, defaultRegionalSettings);
  return {
    appName: info?.appName || appInfoFallbacks.appName,
    version: version ? version.replace(/^(?=\d)/, 'v') : appInfoFallbacks.version,
    build: buildDate
      ? `${appInfoFallbacks.buildPrefix} ${moment === '-' ? buildDate : moment}`
      : appInfoFallbacks.build,
  };
}

export function useAppVersion(): AppVersionText {
  return formatAppVersion(useAppInfo().data);
}
