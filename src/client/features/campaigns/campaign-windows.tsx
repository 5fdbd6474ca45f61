/** Windows over the campaign history: one campaign's details, and the confirmation before it is stopped or deleted. */
import { Suspense, useEffect, useRef } from 'react';
import type { Campaign } from '../../../contract/campaigns.ts';
import { useCampaignDialogUrlState } from './campaign-address.ts';
import { focusCampaignLinkIfNothingFocused } from './campaign-link.tsx';
import type { CampaignActionToConfirm } from './campaign-dialogs.tsx';
import { useCampaignControlMutation } from './use-campaign-control.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const CampaignChangeDialog = lazyWithIdlePreload(async () => ({
  default: (await import('./campaign-dialogs.tsx')).ConfirmCampaignActionDialog,
}));
const load = () => import('./detail/campaign-detail.tsx');
const CampaignDetail = lazyWithIdlePreload(load);

/** Loads the code of the campaign window before it is needed, so that the window opens without delay. */
export function preloadCampaignWindow(): void {
  load().catch(() => {
    // Ignore a failed preload, because opening the dialog loads its code again and shows the failure.
  });
}

/** Hook that calls `onClosed` with the campaign's id when that campaign's window or dialog closes. */
function useClosing(openId: string | null, onClosed: (id: string) => void): void {
  const last = useRef(openId);
  useEffect(() => {
    const closed = last.current;
    last.current = openId;
    if (closed === null || openId !== null) return undefined;
    // Call `onClosed` in a later task, because the closing dialog must first return the focus to the element that had
    // it before.
    const timer = setTimeout(() => onClosed(closed), 0);
    return () => clearTimeout(timer);
  }, [openId, onClosed]);
}

interface AskedDialogProps {
  readonly asked: CampaignActionToConfirm | null;
  readonly campaign: Campaign | undefined;
  readonly onAsk: (asked: CampaignActionToConfirm | null) => void;
  readonly onRemoved?: (id: string) => void;
}

/** Asks for confirmation and executes the action. */
export function CampaignConfirmDialog({ asked, campaign, onAsk, onRemoved }: AskedDialogProps) {
  const control = useCampaignControlMutation();
  if (asked === null) return null;
  const { change } = asked;
  const { id } = asked.campaign;
  return (
    <Suspense fallback={null}>
      <CampaignChangeDialog
        campaign={campaign ?? asked.campaign}
        change={change}
        isPending={control.isPending}
        onConfirm={(hangUp) =>
          control.mutate(
            { id, change, hangUp },
            {
              onSuccess: () => {
                if (change === 'remove') onRemoved?.(id);
              },
              onSettled: () => onAsk(null),
            },
          )
        }
        onClose={() => onAsk(null)}
      />
    </Suspense>
  );
}

interface CampaignWindowsProps {
  readonly campaigns: readonly Campaign[] | undefined;
  readonly asked: CampaignActionToConfirm | null;
  readonly onAsk: (asked: CampaignActionToConfirm | null) => void;
}

export function CampaignDetailAndConfirmDialogs({ campaigns, asked, onAsk }: CampaignWindowsProps) {
  const shown = useCampaignDialogUrlState();
  useClosing(shown.id, focusCampaignLinkIfNothingFocused);
  useClosing(asked?.campaign.id ?? null, focusCampaignLinkIfNothingFocused);
  return (
    <>
      {shown.id === null ? null : (
        <Suspense fallback={null}>
          <CampaignDetail
            key={shown.id}
            id={shown.id}
            listed={campaigns?.find(({ id }) => id === shown.id)}
            onAsk={onAsk}
          />
        </Suspense>
      )}
      <CampaignConfirmDialog
        asked={asked}
        campaign={campaigns?.find(({ id }) => id === asked?.campaign.id)}
        onAsk={onAsk}
        onRemoved={(id) => {
          if (shown.id === id) shown.close();
        }}
      />
    </>
  );
}
