/**
 * Replacement for the package react-style-singleton (vite.config.ts), by which Radix locks the page's scrolling. The
 * package writes a style element, which our CSP forbids; this module adopts a style sheet, which is allowed.
 */
import { useEffect } from 'react';

interface StyleProps {
  readonly styles: string;
}

/**
 * Creates a component that applies its CSS while mounted. If several instances are mounted, only the first one's CSS
 * applies.
 */
export function styleSingleton(): (props: StyleProps) => null {
  let instances = 0;
  const sheet = new CSSStyleSheet();

  return function Style({ styles }) {
    useEffect(() => {
      if (instances++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        if (--instances === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
      // Apply only the styles of the first scroll lock. A later lock measures the page after the scroll bar was hidden,
      // so its styles would be wrong.
      // oxlint-disable-next-line react/exhaustive-deps
    }, []);
    return null;
  };
}
