/**
 * Build plugin for two libraries that write their styles into style elements at run time, which the CSP forbids. It
 * makes them use adopted style sheets, which the CSP allows. A nonce is no option, because pages are compressed and
 * revalidated as built. `vite dev` has no CSP.
 */
import type { Plugin } from 'vite';

interface Rewriting {
  /** End of the module's path. */
  readonly module: string;
  /** Text that occurs once in the module, and its replacement. */
  readonly texts: readonly (readonly [string, string])[];
}

const rewritings: readonly Rewriting[] = [
  {
    // The library of toasts.
    module: 'sonner/dist/index.mjs',
    texts: [
      ["let head = document.head || document.getElementsByTagName('head')[0]\n", ''],
      ["let style = document.createElement('style')\n", 'let style = new CSSStyleSheet()\n'],
      ["style.type = 'text/css'\n", 'style.replaceSync(code)\n'],
      ['head.appendChild(style)\n', 'document.adoptedStyleSheets.push(style)\n'],
      [
        ';style.styleSheet ? (style.styleSheet.cssText = code) : style.appendChild(document.createTextNode(code))\n',
        '',
      ],
    ],
  },
  {
    // Locks the page's scrolling below dialogs and menus (react-remove-scroll).
    module: 'react-style-singleton/dist/es2015/singleton.js',
    texts: [
      ['(stylesheet = makeStyleTag())', '(stylesheet = new CSSStyleSheet())'],
      ['injectStyles(stylesheet, style)', 'stylesheet.replaceSync(style)'],
      ['insertStyleTag(stylesheet)', 'document.adoptedStyleSheets.push(stylesheet)'],
      [
        'stylesheet.parentNode && stylesheet.parentNode.removeChild(stylesheet)',
        'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== stylesheet)',
      ],
    ],
  },
];

/** @returns the module's code with adopted sheets, null for another module. Throws if a known text is missing. */
export function adoptStyles(code: string, id: string): string | null {
  const rewriting = rewritings.find(({ module }) => id.endsWith(`/node_modules/${module}`));
  if (!rewriting) return null;
  let rewritten = code;
  for (const [text, replacement] of rewriting.texts) {
    if (rewritten.split(text).length !== 2)
      throw new Error(`${rewriting.module} is another than scripts/adopted-styles.ts knows: it has not once ${text}`);
    rewritten = rewritten.replace(text, () => replacement);
  }
  return rewritten;
}

/** Vite plugin of the client's build. Fails the build if one of the libraries changed or is no longer included. */
export function adoptStylesOfLibraries(): Plugin {
  const missing = new Set(rewritings.map(({ module }) => module));
  return {
    name: 'vocero-adopted-styles',
    apply: 'build',
    transform(code, id) {
      const rewritten = adoptStyles(code, id);
      if (rewritten === null) return null;
      for (const module of missing) if (id.endsWith(module)) missing.delete(module);
      return { code: rewritten, map: null };
    },
    generateBundle() {
      if (missing.size > 0)
        this.error(`not in the build, and needless in scripts/adopted-styles.ts: ${[...missing].join(', ')}`);
    },
  };
}
