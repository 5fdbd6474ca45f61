// Boxes are only for things opened, moved, compared or floating (docs/design.md); each is listed here with its reason.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const client = path.join(import.meta.dirname, '..');
const boxes: Readonly<Record<string, 'floats' | 'opened' | 'compared' | 'drop target' | 'notice'>> = {
  'app/alerts/alerts-panel.tsx': 'floats',
  'app/no-workspace.tsx': 'notice',
  'app/palette/palette.tsx': 'floats',
  'features/call-detail/live/live-bar.tsx': 'notice',
  'features/call-detail/recording/recording-card.tsx': 'floats',
  'features/call-history/campaign-banner.tsx': 'notice',
  'features/call-history/export-progress.tsx': 'notice',
  'features/campaign-wizard/recipients/recipients-source.tsx': 'drop target',
  'features/campaigns/campaign-card.tsx': 'opened',
  'features/campaigns/campaigns-page.tsx': 'opened',
  'features/copc/metric-card.tsx': 'opened',
  'features/login/code-step.tsx': 'floats',
  'features/login/login-page.tsx': 'floats',
  'features/login/password-link-step.tsx': 'floats',
  'features/login/recovery-step.tsx': 'floats',
  'features/performance/agents-tab.tsx': 'compared',
  'features/quality/scoring-form.tsx': 'floats',
  'help/help-settings.tsx': 'floats',
  'ui/confirm-dialog.tsx': 'floats',
  'ui/dialog.tsx': 'floats',
  'ui/open-popover.tsx': 'floats',
};

it('has no box but those of the list', () => {
  const found = globSync('**/*.tsx', { cwd: client }).filter((file) =>
    /\brounded-lg border\b/.test(readFileSync(path.join(client, file), 'utf8')),
  );
  expect(found.toSorted()).toEqual(Object.keys(boxes).toSorted());
});
