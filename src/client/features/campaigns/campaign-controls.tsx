/** Controls with which an editor changes a campaign: a button for each main action, and a menu with the rest. */
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  Copy,
  DoorClosed,
  DoorOpen,
  Ellipsis,
  Trash2,
  UserRoundPlus,
  UserRoundX,
} from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { canCampaignStatusTakeRecipients } from '../../../contract/recipient-file.ts';
import {
  campaignsLabels as labels,
  closeCampaignToNewRecipientsLabels,
  keepCampaignOpenLabels,
} from '../../../labels/campaigns-es.ts';
import { addRecipientsLabels } from '../../../labels/add-recipients-es.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { useApiQuery } from '../../api/queries.ts';
import { screenPaths } from '../../paths.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { getAllowedCampaignActions, type CampaignActionName } from './campaign-actions.ts';
import type { ConfirmableCampaignAction } from './campaign-dialogs.tsx';
import { truncateCampaignName } from './campaign-figures.ts';
import { focusCampaignLinkIfNothingFocused } from './campaign-link.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { useCampaignControlMutation } from './use-campaign-control.ts';

const looks = {
  stop: { label: labels.stop, Icon: CircleStop },
  pause: { label: labels.pause, Icon: CirclePause },
  resume: { label: labels.resume, Icon: CirclePlay },
  remove: { label: labels.remove, Icon: Trash2 },
  open: { label: keepCampaignOpenLabels.action, Icon: DoorOpen },
  close: { label: closeCampaignToNewRecipientsLabels.action, Icon: DoorClosed },
} as const;

interface CampaignControlsProps {
  readonly campaign: Campaign;
  /** Callback that opens the dialog for stopping or deleting the campaign. */
  readonly onAsk: (change: ConfirmableCampaignAction) => void;
}

/** Link to the wizard for a new campaign, prefilled with the recipients whom a finished campaign did not contact. */
export function NewCampaignForUncontactedLink({
  campaign,
  isMain = false,
}: {
  readonly campaign: Campaign;
  readonly isMain?: boolean;
}) {
  const format = useRegionalFormat();
  const mayHaveSome =
    getAllowedCampaignActions(campaign.status).isFinished && campaign.totalRecipients > campaign.contactedCount;
  const asked = { params: { id: campaign.id } };
  const { data, isPlaceholderData } = useApiQuery('countUncontacted', asked, { enabled: mayHaveSome, staleTime: 0 });
  const count = isPlaceholderData || !data ? null : data.count;
  if (!mayHaveSome || count === 0) return null;
  return (
    <Link
      href={screenPaths.newCampaignFrom(campaign.id, 'uncontacted')}
      className={getButtonClasses({
        size: 'small',
        ...(isMain ? { variant: 'primary' } : {}),
        className: 'max-sm:px-2.5 max-sm:[&_svg]:hidden',
      })}
    >
      <UserRoundX aria-hidden />
      {labels.uncontacted(count === null ? null : format.count(count))}
    </Link>
  );
}

interface MoreMenuProps {
  readonly campaign: Campaign;
  readonly onChange: (change: CampaignActionName) => void;
}

function MoreMenu({ campaign, onChange }: MoreMenuProps) {
  const [, navigate] = useLocation();
  const isMore = canCampaignStatusTakeRecipients(campaign.status);
  const more = [
    ...getAllowedCampaignActions(campaign.status).more,
    ...(isMore ? ([campaign.isOpen ? 'close' : 'open'] as const) : []),
  ];
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="icon"
          variant="ghost"
          aria-label={`${commonActionLabels.more}: ${truncateCampaignName(campaign.name)}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {more.map((change) => {
        const { label, Icon } = looks[change];
        return (
          <MenuItem key={change} onSelect={() => onChange(change)}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        );
      })}
      {isMore ? (
        <MenuItem onSelect={() => navigate(screenPaths.addRecipients(campaign.id))}>
          <UserRoundPlus aria-hidden />
          {addRecipientsLabels.title}
        </MenuItem>
      ) : null}
      <MenuItem onSelect={() => navigate(screenPaths.newCampaignFrom(campaign.id))}>
        <Copy aria-hidden />
        {labels.duplicate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onChange('remove')}>
        <Trash2 aria-hidden />
        {labels.remove}
      </MenuItem>
    </Menu>
  );
}

function useChange({ campaign, onAsk }: CampaignControlsProps) {
  const control = useCampaignControlMutation();
  return {
    isPending: control.isPending,
    change: (wanted: CampaignActionName) => {
      if (wanted === 'stop' || wanted === 'remove') onAsk(wanted);
      else if (!control.isPending) control.mutate({ id: campaign.id, change: wanted });
    },
  };
}

/** The buttons without the menu. */
export function CampaignStatusButtons(props: CampaignControlsProps) {
  const { campaign } = props;
  const { change, isPending } = useChange(props);
  // If the campaign moves to another list, its buttons unmount. The focus then goes to the link on the campaign's name.
  useEffect(() => () => void setTimeout(() => focusCampaignLinkIfNothingFocused(campaign.id)), [campaign.id]);
  return (
    <>
      {getAllowedCampaignActions(campaign.status).buttons.map((each) => {
        const { label, Icon } = looks[each];
        const changesBack = each === 'pause' || each === 'resume';
        return (
          // 'Pausar' and 'Reanudar' share one React key, so that the button keeps the focus when its label changes.
          <Button
            key={changesBack ? 'pause' : each}
            size="small"
            className="max-sm:px-2.5 max-sm:[&_svg]:hidden"
            aria-disabled={changesBack && isPending ? true : undefined}
            onClick={() => change(each)}
          >
            <Icon aria-hidden />
            {label}
          </Button>
        );
      })}
    </>
  );
}

export function CampaignActionBar(props: CampaignControlsProps) {
  const { change } = useChange(props);
  return (
    <>
      <CampaignStatusButtons {...props} />
      <MoreMenu campaign={props.campaign} onChange={change} />
    </>
  );
}
