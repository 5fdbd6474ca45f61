/** Sidebar warning while the provider's webhooks don't arrive, with a link to the settings for editors. */
import { Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { webhookWarningLabels as labels } from '../../labels/shell-es.ts';
import { useWebhookStatus } from '../api/queries.ts';
import { setSidebarDrawerOpen } from '../layout/sidebar-state.ts';
import { screenPaths } from '../paths.ts';
import { useHasRole } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/tooltip.tsx';

const fiveMinutes = 5 * 60_000;

export function WebhookWarning({ collapsed }: { readonly collapsed: boolean }) {
  const { data } = useWebhookStatus(fiveMinutes);
  const mayMend = useHasRole('editor');
  if (data?.status !== 'silent') return null;
  const look = classNames(
    'flex items-center rounded-md bg-attention-soft text-xs font-medium text-attention',
    collapsed ? 'size-10 justify-center' : 'mb-1 min-h-8 w-full gap-2 px-2 py-1',
  );
  const content: ReactNode = (
    <>
      <Webhook aria-hidden className="size-4 shrink-0" />
      <span className={collapsed ? 'sr-only' : undefined}>{labels.silent}</span>
    </>
  );
  return (
    <Tooltip side="right" text={labels.silentText}>
      {mayMend ? (
        <Link href={screenPaths.settings('webhook')} className={look} onClick={() => setSidebarDrawerOpen(false)}>
          {content}
        </Link>
      ) : (
        <button type="button" className={classNames(look, 'cursor-default text-left')}>
          {content}
        </button>
      )}
    </Tooltip>
  );
}
