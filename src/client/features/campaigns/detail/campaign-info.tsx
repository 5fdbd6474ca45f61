/** Section with the settings that a campaign was created with, and the number of file rows that were not imported. */
import { Download } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Campaign, RetryableOutcome } from '../../../../contract/campaigns.ts';
import {
  agentVersionLabels,
  campaignInfoLabels as labels,
  retryableOutcomeLabels,
} from '../../../../labels/campaign-detail-es.ts';
import { bestHourLabels } from '../../../../labels/best-hour-es.ts';
import {
  campaignCallingHoursLabels as windowLabels,
  formatCallingHours,
} from '../../../../labels/campaign-window-es.ts';
import { campaignPurposeLabels, campaignKindFieldLabels } from '../../../../labels/campaign-kinds-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { campaignWeightLabels } from '../../../../labels/weight-es.ts';
import { campaignsLabels } from '../../../../labels/campaigns-es.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { buildEndpointUrl } from '../../../api/client.ts';
import { formatAgentLabel } from '../../../format/calls.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { canCampaignStatusTakeRecipients } from '../../../../contract/recipient-file.ts';
import { useHasRole } from '../../../session/session.ts';
import { describeRetryLimits } from '../../../../labels/retry-limits-es.ts';
import { screenPaths } from '../../../paths.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button, getButtonClasses } from '../../../ui/button.tsx';
import { lazyWithIdlePreload } from '../../../ui/idle-code.ts';
import { PhoneNumberText } from '../../../ui/phone-number.tsx';
import { SwitchInput } from '../../../ui/switch.tsx';
import { CampaignWeightSelect } from '../../../ui/weight-select.tsx';
import { useCampaignControlMutation } from '../use-campaign-control.ts';

function sendOptionOf({ sendOption, scheduledDate, scheduledTime }: Campaign, format: RegionalFormat): string {
  if (sendOption === 'now') return labels.now;
  return scheduledDate === null
    ? labels.scheduled
    : labels.scheduledFor(`${format.day(scheduledDate)} ${scheduledTime ?? ''}`.trimEnd());
}

function retriesOf({ retryPolicy, retryLimits }: Campaign, format: RegionalFormat): readonly string[] {
  const outcomes = Object.keys(retryableOutcomeLabels) as RetryableOutcome[];
  const limits = describeRetryLimits(retryLimits, format.count);
  const rules = outcomes.flatMap((outcome) => {
    const rule = retryPolicy[outcome];
    return rule
      ? [
          labels.retry(
            retryableOutcomeLabels[outcome],
            format.count(rule.attempts),
            rule.attempts === 1,
            formatDurationInWords(60 * rule.delayMinutes),
            rule,
          ),
        ]
      : [];
  });
  return rules.length === 0 || limits === null ? rules : [...rules, limits];
}

function versionOf({ agentVersion, isNumbersAgent }: Campaign): string {
  return agentVersion === null && !isNumbersAgent
    ? agentVersionLabels.unknown
    : agentVersionLabels.summary(agentVersion);
}

interface FactProps {
  readonly name: string;
  readonly help?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, help, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-full' : 'min-w-0'}>
      <dt className="text-xs text-muted">{help ? <LabelWithHelp about={name} text={help} /> : name}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

/** Weight of a campaign against other running campaigns. Editors can change it until the campaign ends. */
function Weight({ campaign: { id, status, weight } }: { readonly campaign: Campaign }) {
  const control = useCampaignControlMutation();
  const mayChange = useHasRole('editor') && canCampaignStatusTakeRecipients(status);
  return (
    <Fact name={labels.weight} help={campaignWeightLabels.hint}>
      {mayChange ? (
        <CampaignWeightSelect
          aria-label={labels.weight}
          className="max-w-40"
          value={control.isPending ? (control.variables.weight ?? weight) : weight}
          disabled={control.isPending}
          onPick={(wanted) => control.mutate({ id, change: 'weigh', weight: wanted })}
        />
      ) : null}
      <span className={mayChange ? 'hidden tabular-nums print:inline' : 'tabular-nums'}>{weight}</span>
    </Fact>
  );
}

/** 'Mejor hora', editable like the weight. */
function BestHour({ campaign: { id, status, bestHour } }: { readonly campaign: Campaign }) {
  const control = useCampaignControlMutation();
  const mayChange = useHasRole('editor') && canCampaignStatusTakeRecipients(status);
  const isOn = control.isPending ? (control.variables.bestHour ?? bestHour) : bestHour;
  return (
    <Fact name={bestHourLabels.name} help={bestHourLabels.hint}>
      <span className="flex items-center gap-2">
        {mayChange ? (
          <SwitchInput
            aria-label={bestHourLabels.name}
            checked={isOn}
            disabled={control.isPending}
            onSwitch={(wanted) => control.mutate({ id, change: 'order', bestHour: wanted })}
          />
        ) : null}
        {isOn ? bestHourLabels.on : bestHourLabels.off}
      </span>
    </Fact>
  );
}

const HoursDialog = lazyWithIdlePreload(() => import('./hours-dialog.tsx'));

function Hours({ campaign }: { readonly campaign: Campaign }) {
  const mayChange = useHasRole('editor') && canCampaignStatusTakeRecipients(campaign.status);
  const [isOpen, setOpen] = useState(false);
  return (
    <Fact name={windowLabels.name} help={windowLabels.hint}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {campaign.callingWindow === null ? windowLabels.whole : formatCallingHours(campaign.callingWindow)}
        {mayChange ? (
          <Button size="small" aria-label={windowLabels.changeAbout} onClick={() => setOpen(true)}>
            {windowLabels.change}
          </Button>
        ) : null}
      </span>
      {isOpen ? (
        <Suspense fallback={null}>
          <HoursDialog campaign={campaign} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Fact>
  );
}

function Rejected({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  return (
    <Fact name={labels.rejected} help={labels.rejectedHelp}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tabular-nums">{format.count(campaign.rejectedCount)}</span>
        {campaign.rejectedCount > 0 ? (
          <a
            href={buildEndpointUrl('exportRejectedRows', { params: { id: campaign.id } })}
            download
            className={getButtonClasses({ size: 'small' })}
          >
            <Download aria-hidden />
            {labels.downloadRejected}
          </a>
        ) : null}
      </span>
    </Fact>
  );
}

export function CampaignSettingsSection({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const retries = retriesOf(campaign, format);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{labels.title}</h3>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
        <Fact name={labels.agent}>
          {campaign.agentId === null ? (
            campaignsLabels.noAgent
          ) : (
            <Link href={screenPaths.agent(campaign.agentId)} className="text-accent-text hover:underline">
              {formatAgentLabel(campaign, campaignsLabels.noAgent)}
            </Link>
          )}
          <span className="block text-xs text-muted">{versionOf(campaign)}</span>
        </Fact>
        <Fact name={campaign.phoneNumbers.length > 1 ? labels.phoneNumbers : labels.phoneNumber}>
          {campaign.phoneNumbersShown.map((number) => (
            <span key={number} className="block">
              <PhoneNumberText>{number}</PhoneNumberText>
            </span>
          ))}
        </Fact>
        <Fact name={labels.sendOption}>{sendOptionOf(campaign, format)}</Fact>
        <Fact name={labels.created}>{format.dateTime(campaign.createdAt)}</Fact>
        <Fact name={labels.lastSent}>
          {campaign.lastSentAt === null ? labels.never : format.dateTime(campaign.lastSentAt)}
        </Fact>
        <Fact name={campaign.lastSentAt === null ? labels.willBeSentBy : labels.lastSentBy}>
          {campaign.lastSentBy || labels.system}
        </Fact>
        <Fact name={labels.duplicates} help={labels.duplicatesHelp}>
          <span className="tabular-nums">{format.count(campaign.duplicateCount)}</span>
        </Fact>
        <Rejected campaign={campaign} />
        <Weight campaign={campaign} />
        <Hours campaign={campaign} />
        <BestHour campaign={campaign} />
        <Fact name={campaignKindFieldLabels.name} help={campaignKindFieldLabels.hint}>
          {campaign.kind === null
            ? campaignKindFieldLabels.none
            : getLabelOrUnknown(campaignPurposeLabels, campaign.kind)}
        </Fact>
        <Fact name={labels.retries} isWide>
          {retries.length === 0 ? labels.noRetries : retries.join('\n')}
        </Fact>
        {campaign.checkId && <Fact name={labels.check}>{labels.checked}</Fact>}
        <Fact name={labels.successDefinition} isWide>
          {campaign.successDefinition}
        </Fact>
      </dl>
    </section>
  );
}
