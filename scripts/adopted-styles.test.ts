import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { adoptStyles, adoptStylesOfLibraries } from './adopted-styles.ts';

const fileOf = (module: string): string => path.resolve(import.meta.dirname, '../node_modules', module);

it.each(['sonner/dist/index.mjs', 'react-style-singleton/dist/es2015/singleton.js'])(
  '%s is known as it is installed, and not as it may become',
  (module) => {
    const file = fileOf(module);
    const code = readFileSync(file, 'utf8');
    const rewritten = adoptStyles(code, file) ?? '';
    expect(rewritten).toMatch(/new CSSStyleSheet\(\)[^]+replaceSync\([^]+adoptedStyleSheets\.push\(/);
    // The functions that made an element are no longer called.
    expect(rewritten).not.toMatch(/= makeStyleTag|let style = document/);
    expect(() => adoptStyles(code.replaceAll(/style(sheet)?\b/g, '$&d'), file)).toThrow(module);
  },
);

it('leaves what is not of these libraries, and fails a build without them', async () => {
  expect(adoptStyles('let a;', fileOf('react/index.js'))).toBeNull();
  await expect(
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [adoptStylesOfLibraries()],
      build: {
        write: false,
        lib: { entry: fileOf('sonner/dist/index.mjs'), formats: ['es'] },
        rolldownOptions: { external: /react/ },
      },
    }),
  ).rejects.toThrow('needless in scripts/adopted-styles.ts: react-style-singleton/dist/es2015/singleton.js');
});
