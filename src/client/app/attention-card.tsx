/** Card 'Requiere atención': one line for each problem, with the button that fixes it or a link to its screen. */
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { findAlertPath, getAlertTitle } from '../../labels/alerts-es.ts';
import { commonActionLabels } from '../../labels/common-es.ts';
import { dashboardCurrentActivityLabels as labels } from '../../labels/dashboard-now-es.ts';
import type { CampaignActionToConfirm } from '../features/campaigns/campaign-dialogs.tsx';
import { CampaignNameLink } from '../features/campaigns/campaign-link.tsx';
import { screenPaths } from '../paths.ts';
import { getScreenNameOfPath, screenDefinitions } from '../screens.ts';
import { isRoleAtLeast } from '../session/roles.ts';
import { useHasRole, useSession } from '../session/session.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { Button, getButtonClasses } from '../ui/button.tsx';
import { SectionCard } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { createLazyComponent } from '../ui/lazy-part.tsx';
import type { AttentionItem } from './attention-items.ts';
import { describeAttentionItem } from './attention-words.ts';

/**
 * Load the buttons that control a campaign on demand. Their code is large, and in most workspaces this card does not
 * show them.
 */
const campaignButtons = createLazyComponent(async () => ({
  default: (await import('../features/campaigns/campaigns-now.tsx')).CampaignStatusButtons,
}));

const looks = {
  bad: { Icon: CircleAlert, ink: 'text-bad' },
  attention: { Icon: TriangleAlert, ink: 'text-attention' },
} as const;

interface LineProps {
  readonly severity: AttentionItem['severity'];
  readonly title: ReactNode;
  readonly text: string;
  readonly children: ReactNode;
}

function Line({ severity, title, text, children }: LineProps) {
  const { Icon, ink } = looks[severity];
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 basis-64 gap-2" title={text}>
        <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', ink)} />
        <span className="min-w-0 break-words sm:line-clamp-2">
          <span className="font-medium">{title}</span> <span className="text-muted">{text}</span>
        </span>
      </span>
      {children}
    </li>
  );
}

/** Link to a screen, drawn only if the user's role may see that screen. */
function Way({ path, label, about }: { readonly path: string; readonly label: string; readonly about?: string }) {
  const { role } = useSession();
  const [address = ''] = path.split('?');
  const screen = getScreenNameOfPath(address);
  // Give no link to an item that concerns the dashboard, because the attention card is on the dashboard itself.
  if (
    screen === undefined ||
    screen === 'dashboard' ||
    !isRoleAtLeast(role, screenDefinitions[screen].role ?? 'operator')
  )
    return null;
  return (
    <Link href={path} aria-label={about} className={getButtonClasses({ size: 'small' })}>
      {label}
    </Link>
  );
}

interface ItemProps {
  readonly item: AttentionItem;
  readonly onAsk: (asked: CampaignActionToConfirm) => void;
}

function Item({ item, onAsk }: ItemProps) {
  const format = useRegionalFormat();
  const mayControl = useHasRole('editor');
  const { severity } = item;
  const { title, text } = describeAttentionItem(item, format);
  switch (item.kind) {
    case 'campaign': {
      const { campaign } = item;
      return (
        <Line
          severity={severity}
          title={
            <>
              {labels.pausedCampaign} <CampaignNameLink campaign={campaign} />.
            </>
          }
          text={text}
        >
          {mayControl ? (
            <campaignButtons.Part campaign={campaign} onAsk={(change) => onAsk({ campaign, change })} />
          ) : (
            <Way path={screenPaths.campaign(campaign.id)} label={labels.see} about={labels.seeAbout(campaign.name)} />
          )}
        </Line>
      );
    }
    case 'alert':
      return (
        <Line severity={severity} title={title} text={text}>
          <Way
            path={findAlertPath(item.alert)}
            label={labels.see}
            about={labels.seeAbout(getAlertTitle(item.alert.kind))}
          />
        </Line>
      );
    case 'webhook':
    case 'noEventYet':
      return (
        <Line severity={severity} title={title} text={text}>
          <Way path={screenPaths.settings('webhook')} label={labels.review} />
        </Line>
      );
    case 'targets':
    default:
      return (
        <Line severity={severity} title={title} text={text}>
          <Way path={screenPaths.copc()} label={labels.metrics} />
        </Line>
      );
  }
}

interface AttentionCardProps extends Pick<ItemProps, 'onAsk'> {
  readonly items: readonly AttentionItem[];
  /** Callback that fetches the failed parts of the card 'Requiere atención' again; null if none failed. */
  readonly onRetry: (() => void) | null;
}

export function AttentionCard({ items, onAsk, onRetry }: AttentionCardProps) {
  return (
    <SectionCard title={labels.attention} bodyClassName="p-0">
      <ul aria-label={labels.attention} className="max-h-78 overflow-y-auto">
        {items.map((item) => (
          <Item key={item.key} item={item} onAsk={onAsk} />
        ))}
        {onRetry ? (
          <Line severity="attention" title={labels.failed} text="">
            <Button size="small" onClick={onRetry}>
              {commonActionLabels.retry}
            </Button>
          </Line>
        ) : null}
      </ul>
    </SectionCard>
  );
}
