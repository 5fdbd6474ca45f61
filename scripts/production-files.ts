// Content of a production copy: one list for image, systemd and bench.

/** Paths from the clone's root. The browser's sources are left out; by their absence the set-up recognises a copy. */
export const productionPaths: readonly string[] = [
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'NOTICE.md',
  'dist/client',
  'src/contract',
  'src/files',
  'src/labels',
  'src/phone',
  'src/retell',
  'src/server',
  'scripts/ensure-setup.mjs',
  'scripts/require-node.cjs',
  'scripts/setup',
  'scripts/command-database.ts',
  'scripts/backup.ts',
  'scripts/backup-arguments.ts',
  'scripts/check-provider',
  'scripts/check-provider.ts',
  'scripts/doctor',
  'scripts/doctor.ts',
  'scripts/allow-workspaces.ts',
  'scripts/emergency-admin.ts',
  'scripts/make-admin.ts',
  'scripts/pause-campaigns.ts',
  'scripts/precompile.mjs',
  'scripts/rebuild-rollups.ts',
  'scripts/reset-password.ts',
  'scripts/restore.ts',
];

/** False for tests, which a copy leaves out. */
export function isProductionFile(file: string): boolean {
  return !/(?:\.(?:kill-)?test\.ts|(?:^|\/)testing)$/u.test(file.replaceAll('\\', '/'));
}

/** Parts of the pinned Node that are not needed: headers, manuals and the change log are a third of its package. */
export function unusedOfNode(packages: readonly string[]): string[] {
  return packages
    .filter((name) => name.startsWith('node-linux-'))
    .flatMap((name) => ['include', 'share', 'CHANGELOG.md'].map((part) => `${name}/${part}`));
}
