/**
 * Takes the place of react-style-singleton (vite.config.ts), by which dialogs and menus lock the page's scrolling. That library writes
 * a style element, which the page's policy (CSP) forbids; this one adopts a style sheet, which the policy allows.
 */
import { useEffect } from 'react';

interface StyleProps {
  readonly styles: string;
}

/** Makes a component that applies its styles while at least one of its instances is mounted. The first instance decides them. */
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
      // Later styles would be measured with the scroll bar already gone.
      // oxlint-disable-next-line react/exhaustive-deps
    }, []);
    return null;
  };
}
