/** While calls flood in, all figures of one frame are of the same moment. Each frame that is drawn is checked. */
import { expect, openDashboard, test } from './console-fixture.ts';

const floodCalls = 300;
const callsPerTick = 3;

/** Records in the page, for each frame, the figures of the cards and the sums of their parts. */
const watchFrames = `
const number = (text, pattern) => {
  const found = pattern.exec(text ?? '');
  return found ? Number(found[1].replaceAll('.', '')) : null;
};
const sum = (counts) => counts.reduce((all, count) => all + count, 0);
const cards = () => Object.fromEntries([...document.querySelectorAll('main section')].flatMap((card) => {
  const title = card.querySelector('h2')?.textContent;
  return title ? [[title.replace(/ \\(.*/, ''), card]] : [];
}));
window.frames_ = { seen: 0, totals: new Set(), differing: [], last: {} };
const look = () => {
  const [total, active] = [...document.querySelectorAll('[aria-label="Resumen"] dl > div')].map((tile) => number(tile.querySelector('dd')?.textContent, /^([\\d.]+)$/));
  const { 'Volumen de Llamadas': volume, 'Historial de Llamadas': history, 'Distribución de Agentes': shares, 'Llamadas Activas': calls } = cards();
  const parts = (card, selector, pattern) => {
    const counts = [...(card?.querySelectorAll(selector) ?? [])].map((part) => number(part.textContent, pattern));
    return counts.length > 0 && !counts.includes(null) ? sum(counts) : null;
  };
  const totals = {
    tile: total,
    volume: number(volume?.querySelector('header')?.textContent, /([\\d.]+) llamadas? ·/),
    volumeFoot: number(volume?.querySelector('footer')?.textContent, /Total: ([\\d.]+) llamada/),
    directions: parts(volume, 'fieldset button', /([\\d.]+)$/),
    history: number(history?.querySelector('header')?.textContent, / de ([\\d.]+)(?!.* de )/),
    historyFoot: number(history?.querySelector('footer')?.textContent, /([\\d.]+) llamadas hoy/),
    ring: number(shares?.querySelector('p')?.textContent, /^([\\d.]+)/),
    agents: parts(shares, 'ul > li', /([\\d.]+) llamadas? •/),
  };
  const actives = { tile: active, line: number(calls?.querySelector('header')?.textContent, /([\\d.]+) llamadas en curso/) };
  window.frames_.seen += 1;
  window.frames_.totals.add(total);
  window.frames_.last = totals;
  for (const figures of [totals, actives]) {
    const known = Object.values(figures).filter((figure) => figure !== null && figure > 0);
    if (new Set(known).size > 1) window.frames_.differing.push(figures);
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);`;

test('every frame says one number of calls, whichever card says it and however its parts are told', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  for (let number = 0; number < 20; number += 1) vocero.simulator.arrive(who.key, number % 3 === 0 ? 'web' : 'inbound');
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => { ${watchFrames} });`);
  await openDashboard(page, vocero, who);
  await expect(page.getByText(/^\d+ llamadas hoy$/)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Distribución de Agentes' }).getByText('participación'),
  ).not.toHaveCount(0);

  let arrived = 20;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      for (let each = 0; each < callsPerTick; each += 1, arrived += 1)
        vocero.simulator.arrive(who.key, arrived % 3 === 0 ? 'web' : 'inbound');
      if (arrived < floodCalls) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });
  await expect(page.getByText(`${arrived} llamadas hoy`)).toBeVisible();
  await expect(page.getByText(`${arrived} llamadas · Hoy`)).toBeVisible();

  // Each figure is found in its place.
  await expect
    .poll(async () => Object.entries(await page.evaluate<object>('frames_.last')))
    .toEqual(
      ['tile', 'volume', 'volumeFoot', 'directions', 'history', 'historyFoot', 'ring', 'agents'].map((name) => [
        name,
        arrived,
      ]),
    );
  const frames = await page.evaluate<{ seen: number; totals: number; differing: unknown[] }>(
    '({ seen: frames_.seen, totals: frames_.totals.size, differing: frames_.differing.slice(0, 5) })',
  );
  expect(frames.differing, `of ${frames.seen} frames`).toEqual([]);
  // Calls did flood in, and frames were checked meanwhile.
  expect(frames.totals).toBeGreaterThan(5);
});
