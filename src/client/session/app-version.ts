/** The app's name, version and build for the sidebar and the sign-in screen, with the spec's fallbacks. */
import { appInfoFallbacks } from '../../labels/shell-es.ts';
import { formatDateTime } from '../format/dates.ts';
import { defaultRegional } from '../format/regional.ts';
import { useAppInfo } from './session.ts';

export interface AppVersion {
  readonly appName: string;
  readonly version: string;
  readonly build: string;
}

/** Formats the app's version and build: a version number gets a 'v', a build date that is a moment becomes a date. */
export function describeApp(
  info: { readonly appName: string; readonly version: string; readonly buildDate: string } | undefined,
): AppVersion {
  const version = info?.version ?? '';
  const buildDate = info?.buildDate ?? '';
  const moment = formatDateTime(buildDate, defaultRegional);
  return {
    appName: info?.appName || appInfoFallbacks.appName,
    version: version ? version.replace(/^(?=\d)/, 'v') : appInfoFallbacks.version,
    build: buildDate
      ? `${appInfoFallbacks.buildPrefix} ${moment === '-' ? buildDate : moment}`
      : appInfoFallbacks.build,
  };
}

export function useAppVersion(): AppVersion {
  return describeApp(useAppInfo().data);
}
