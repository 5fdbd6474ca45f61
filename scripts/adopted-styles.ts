/**
 * Two libraries write their styles into style elements as they run, which the page's policy (CSP) forbids: as they are
 * built, they are given sheets that the document adopts, which it allows. A nonce would do as well, but the pages are
 * compressed and revalidated as they were built. In `vite dev` there is no policy.
 */
import type { Plugin } from 'vite';

interface Rewriting {
  /** The end of the module's path. */
  readonly module: string;
  /** What stands there, once, and what takes its place. */
  readonly texts: readonly (readonly [string, string])[];
}

const rewritings: readonly Rewriting[] = [
  {
    // Toasts.
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
    // What dialogs and menus hold the page's scrolling by (react-remove-scroll).
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

/** @returns the module's code with sheets in place of elements, null where it is none of the two. Throws where the text is not the known one. */
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

/** For the build of the client. Fails it where a library writes its styles otherwise than is known here, or is no more in it. */
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
