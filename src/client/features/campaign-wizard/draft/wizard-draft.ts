/** The campaign wizard's input, and the conditions under which each step may open (spec A 4). Pure. */
import { isCalendarDay, isClockTime } from '../../../../contract/calendar-days.ts';
import type { NumberBoundAgent, PhoneNumber } from '../../../../contract/agents.ts';
import type { campaignRequestOptionNames, CampaignOptionValues } from '../../../../contract/campaign-options.ts';
import type { CampaignAgentVersion } from '../../../../contract/campaigns.ts';
import { campaignWeightScale } from '../../../../contract/recipient-file.ts';
import { convertZonedDateTimeToMoment } from '../../../format/dates.ts';
import type { RecipientFileSummary } from '../recipients/recipient-summary.ts';

export const lastWizardStep = 3;
export type WizardStep = 1 | 2 | 3;

/** Campaign options that a request may contain. */
type DraftOptions = Pick<CampaignOptionValues, (typeof campaignRequestOptionNames)[number]>;

/** Default options of a campaign. They repeat contract/campaign-options.ts, whose schemas are too big for the page. */
const emptyOptions: DraftOptions = {
  successDefinition: '',
  retryPolicy: {},
  retryLimits: {},
  checkId: null,
  weight: campaignWeightScale.usual,
  bestHour: false,
  kind: null,
  callingWindow: null,
};

/** Returns only the campaign options of a draft or a copied campaign, without their other fields. */
export function pickCampaignOptions(given: DraftOptions): DraftOptions {
  const names = Object.keys(emptyOptions) as (keyof DraftOptions)[];
  return Object.fromEntries(names.map((name) => [name, given[name]])) as unknown as DraftOptions;
}

export interface WizardDraft extends DraftOptions {
  readonly name: string;
  readonly phoneNumber: string;
  /** Further origin numbers; '' until chosen. */
  readonly moreNumbers: readonly string[];
  /** Id of the agent that the user chose; null to use the agent bound to the origin numbers. */
  readonly agentId: string | null;
  /**
   * Agent version that the user chose; null for the published version. Negative while the user has not typed the
   * version number yet.
   */
  readonly agentVersion: CampaignAgentVersion | null;
  readonly sendOption: 'now' | 'scheduled';
  /** Scheduled date and time in the workspace's time zone, '2026-11-21' and '09:00'; '' until chosen. */
  readonly scheduledDate: string;
  readonly scheduledTime: string;
}

export const emptyWizardDraft: WizardDraft = {
  ...emptyOptions,
  name: '',
  phoneNumber: '',
  moreNumbers: [],
  agentId: null,
  agentVersion: null,
  sendOption: 'now',
  scheduledDate: '',
  scheduledTime: '',
};

/** The chosen origin numbers. */
export function getWizardDraftOriginNumbers({ phoneNumber, moreNumbers }: WizardDraft): readonly string[] {
  return [phoneNumber, ...moreNumbers].filter((number) => number !== '');
}

function bindingsOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): readonly (readonly NumberBoundAgent[])[] {
  return getWizardDraftOriginNumbers(draft).map(
    (origin) => numbers.find(({ phone_number }) => phone_number === origin)?.outbound_agents ?? [],
  );
}

const keyOf = ({ agent_id: id, agent_version: version }: NumberBoundAgent): string => JSON.stringify([id, version]);

/** The agents bound to the chosen origin numbers, without duplicates of agent and version. */
export function getAgentsBoundToDraftNumbers(
  draft: WizardDraft,
  numbers: readonly PhoneNumber[],
): readonly NumberBoundAgent[] {
  return [...new Map(bindingsOf(draft, numbers).flatMap((bound) => bound.map((each) => [keyOf(each), each]))).values()];
}

/** Id of the agent that will make the calls: the chosen one, or the only one bound to all origin numbers; else null. */
export function getWizardDraftCallingAgentId(draft: WizardDraft, numbers: readonly PhoneNumber[]): string | null {
  const [bound, ...others] = getAgentsBoundToDraftNumbers(draft, numbers);
  const isCertain = others.length === 0 && bindingsOf(draft, numbers).every((each) => each.length === 1);
  return draft.agentId ?? (isCertain ? (bound?.agent_id ?? null) : null);
}

/**
 * Agent and version for the API request. If the user chose no agent, both are null, and the agent bound to the origin
 * number makes the calls.
 */
export function buildCampaignAgentRequestFields({ agentId, agentVersion }: WizardDraft) {
  return { agentId, agentVersion: agentId === null ? null : (agentVersion ?? 'latest_published') };
}

const hasVersion = ({ agentVersion }: WizardDraft): boolean => typeof agentVersion !== 'number' || agentVersion >= 0;

/**
 * True if step 2 of the wizard may open, because step 1 is complete. Unlike the spec, this also requires that it is
 * known which agent calls.
 */
export function isWizardDetailsStepComplete(draft: WizardDraft, agentId: string | null): boolean {
  return getMissingWizardDetailFields(draft, agentId).length === 0;
}

export type RequiredWizardDetailField = 'name' | 'successDefinition' | 'phoneNumber' | 'agent' | 'version';

/** Required fields that are still empty in step 1 of the wizard, in the order of the form. */
export function getMissingWizardDetailFields(
  draft: WizardDraft,
  agentId: string | null,
): readonly RequiredWizardDetailField[] {
  const has: Record<RequiredWizardDetailField, boolean> = {
    name: draft.name.trim() !== '',
    successDefinition: draft.successDefinition.trim() !== '',
    phoneNumber: draft.phoneNumber !== '',
    agent: agentId !== null,
    version: hasVersion(draft),
  };
  return (Object.keys(has) as RequiredWizardDetailField[]).filter((detail) => !has[detail]);
}

/** True if step 3 of the wizard may open: there are recipients, and errors and doubtful names are decided on. */
export function isWizardRecipientsStepComplete(summary: RecipientFileSummary | null, omitErrors: boolean): boolean {
  return findWizardRecipientListProblem(summary, omitErrors) === null;
}

/** Kind of problem that prevents leaving step 2 of the wizard; null if there is none. */
export function findWizardRecipientListProblem(
  summary: RecipientFileSummary | null,
  omitErrors: boolean,
): 'list' | 'problems' | 'valid' | 'errors' | 'names' | null {
  if (summary === null) return 'list';
  if (summary.problems.length > 0) return 'problems';
  if (summary.validCount === 0) return 'valid';
  if (summary.rejectedCount > 0 && !omitErrors) return 'errors';
  return summary.doubtful.isDecided ? null : 'names';
}

export function isWizardScheduleComplete({ sendOption, scheduledDate, scheduledTime }: WizardDraft): boolean {
  return sendOption === 'now' || (isCalendarDay(scheduledDate) && isClockTime(scheduledTime));
}

/** True if the scheduled start is before `now` (epoch ms), which the server would refuse. */
export function isWizardScheduleInPast(draft: WizardDraft, zone: string, now: number): boolean {
  if (draft.sendOption === 'now' || !isWizardScheduleComplete(draft)) return false;
  return convertZonedDateTimeToMoment(draft.scheduledDate, draft.scheduledTime, zone).getTime() <= now;
}

/** The campaign's start for a request. */
export function buildCampaignScheduleRequestFields({ sendOption, scheduledDate, scheduledTime }: WizardDraft) {
  const isScheduled = sendOption === 'scheduled';
  return {
    sendOption,
    scheduledDate: isScheduled ? scheduledDate : null,
    scheduledTime: isScheduled ? scheduledTime : null,
  };
}

/** Input of the forecast, without the recipients. */
export function buildCampaignForecastInput(draft: WizardDraft) {
  const { retryPolicy, retryLimits, weight, callingWindow, kind } = draft;
  const originNumbers = [...getWizardDraftOriginNumbers(draft)];
  return {
    ...buildCampaignScheduleRequestFields(draft),
    originNumbers,
    retryPolicy,
    retryLimits,
    weight,
    callingWindow,
    kind,
  };
}

/**
 * Number of the wizard step to show, which is the step in the URL. If that step may not open yet, the last step before
 * it that may open is shown.
 */
export function getAllowedWizardStep(
  asked: number,
  ready: { readonly detailsReady: boolean; readonly recipientsReady: boolean },
): WizardStep {
  if (!(asked >= 2) || !ready.detailsReady) return 1;
  return asked >= lastWizardStep && ready.recipientsReady ? 3 : 2;
}

export const isWizardDetailsStepUntouched = (draft: WizardDraft): boolean =>
  draft.name === '' && draft.successDefinition === '' && draft.phoneNumber === '';
