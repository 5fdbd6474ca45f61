/** axe on the present page. Its code is added once for each document and runs there, which is most of the cost. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';

const phoneWidth = 360;
const screenWidth = 1366;

type Theme = 'light' | 'dark';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Expects no serious or critical violation, once nothing is loading, because outdated parts are paler meanwhile. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectSettled(page);
  await expectNoViolation(page, {});
}

/**
 * Expects no serious or critical violation in the light theme, and enough contrast in the dark one, which is all in
 * which the two differ. The page stays dark.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light');
  await expectNoViolation(page, {});
  await showTheme(page, 'dark');
  await expectNoViolation(page, { runOnly: ['color-contrast'] });
}

/** Expects the page to be accessible in both themes and to fit the width of a phone and of a common screen. */
export async function expectGoodAtBothWidths(page: Page): Promise<void> {
  await atBothWidths(page, async () => {
    await expectAccessibleInBothThemes(page);
    await expectFits(page);
  });
}

/** Expects targets of 24 px height and width, or with as much room around (WCAG 2.2, 2.5.8). */
export async function expectEasyToTap(page: Page): Promise<void> {
  await expectNoViolation(page, { runOnly: ['target-size'] });
}

/** Expects the page to fit the width of a phone and of a common screen. */
export async function expectFitsBothWidths(page: Page): Promise<void> {
  await atBothWidths(page, () => expectFits(page));
}

/** Expects a common screen at 200 % with forced colours to fit its width, without serious violations. */
export async function expectGoodZoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: screenWidth / 2, height: 384 });
  await page.emulateMedia({ forcedColors: 'active' });
  await expectFits(page);
  await expectAccessible(page);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: screenWidth, height: 768 });
}

/** Expects the header to begin at the content's edge, at both widths. */
export async function expectOneEdge(page: Page): Promise<void> {
  await atBothWidths(page, async () => {
    // Layout follows a change of width one paint later.
    await expect
      .poll(() =>
        page.evaluate<number>(`(() => {
          const [header, main] = ['header', 'main'].map((name) => {
            const frame = document.querySelector('#root ' + name);
            return frame.getBoundingClientRect().left + parseFloat(getComputedStyle(frame).paddingLeft);
          });
          return main - header;
        })()`),
      )
      .toBe(0);
  });
}

/** Expects the whole focus ring to be visible around every focusable element, not clipped by anything. */
export async function expectWholeFocusRings(page: Page): Promise<void> {
  // The browser draws focus rings once the last input came from the keyboard.
  await page.keyboard.press('Tab');
  const cut = await page.evaluate<string[]>(`(() => {
    const before = document.activeElement;
    const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const cut = [];
    for (const element of document.querySelectorAll(reachable)) {
      if (element.tabIndex < 0 || element.disabled || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus({ preventScroll: false });
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
      if (document.activeElement !== element || outlineStyle === 'none') continue;
      const room = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const own = element.getBoundingClientRect();
      const edges = [[0, 0, document.documentElement.clientWidth, Infinity]];
      for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(each);
        const { left, top } = each.getBoundingClientRect();
        const x = left + each.clientLeft, y = top + each.clientTop;
        edges.push([
          overflowX === 'visible' ? -Infinity : x,
          overflowY === 'visible' ? -Infinity : y,
          overflowX === 'visible' ? Infinity : x + each.clientWidth,
          overflowY === 'visible' ? Infinity : y + each.clientHeight,
        ]);
        if (position === 'fixed') break;
      }
      const isCut = edges.some(([left, top, right, bottom]) =>
        (own.left >= left && own.left - room < left - 0.5) || (own.right <= right && own.right + room > right + 0.5) ||
        (own.top >= top && top > 0 && own.top - room < top - 0.5) || (own.bottom <= bottom && own.bottom + room > bottom + 0.5));
      if (isCut) cut.push(element.outerHTML.slice(0, 160));
    }
    before?.focus?.();
    return cut;
  })()`);
  expect.soft(cut, `${page.url()} cuts focus rings`).toEqual([]);
}

async function atBothWidths(page: Page, look: () => Promise<void>): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) > phoneWidth;
  // Begins with the present width, because changing it costs one more paint.
  for (const width of isWide ? [screenWidth, phoneWidth] : [phoneWidth, screenWidth]) {
    await page.setViewportSize({ width, height: 768 });
    await expectSettled(page);
    await look();
  }
}

async function expectSettled(page: Page): Promise<void> {
  // The failure message lists the elements that are still busy.
  const busy = () => page.locator('[aria-busy="true"]').evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
  await expect.poll(busy, { message: `${page.url()} is still busy` }).toEqual([]);
}

/** Expects nothing wider than the window, once the page has adapted to its width. */
export async function expectFits(page: Page): Promise<void> {
  // Parts drawn by the width are redrawn one paint after the window has it.
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'), {
      message: `${page.url()} is too wide`,
    })
    .toBeLessThanOrEqual(0);
}

/** Resolves when the theme is painted and no colour is in transition. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate(`(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    for (const deadline = Date.now() + 10_000; document.documentElement.dataset.theme !== '${theme}'; await nextFrame()) {
      if (Date.now() > deadline) throw new Error('The page does not take the ${theme} theme');
    }
    await nextFrame();
    // The end of one may start another further down.
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let moving; (moving = running()).length > 0; await nextFrame()) {
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
    await nextFrame();
  })()`);
}

async function expectNoViolation(page: Page, options: { readonly runOnly?: readonly string[] }): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${source}; undefined`);
  const serious = await page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })});
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('\\n'));
  })()`);
  expect(serious).toEqual([]);
}
