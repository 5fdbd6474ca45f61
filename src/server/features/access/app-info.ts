/** What the sidebar and the sign-in say of this installation: its name, version, and when its pages were built. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppInfo } from '../../../contract/access.ts';

const packageFile = new URL('../../../../package.json', import.meta.url);
/** This installation's, of package.json. */
export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };

/** `clientRoot` holds the built page, index.html, whose age is the build's. */
export async function readAppInfo(appName: string, clientRoot: string, signIn: AppInfo['signIn']): Promise<AppInfo> {
  return { appName, version, buildDate: await readBuildDate(path.join(clientRoot, 'index.html')), signIn };
}

async function readBuildDate(indexFile: string): Promise<string> {
  try {
    return (await stat(indexFile)).mtime.toISOString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 'N/A';
  }
}
