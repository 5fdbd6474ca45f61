/** Facts about this installation for the sidebar and the sign-in page: name, version and build date. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AppInfo } from '../../../contract/access.ts';

const packageFile = new URL('../../../../package.json', import.meta.url);
/** This installation's version, from package.json. */
export const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };

/** `clientRoot` is the folder of the built web page. The modification time of its index.html is the build date. */
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
