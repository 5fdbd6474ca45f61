/** The wizard's input, and the conditions for opening each step (spec A 4). Pure. */
import { isCalendarDay, isClockTime } from '../../../../contract/calendar-days.ts';
import type { BoundAgent, PhoneNumber } from '../../../../contract/agents.ts';
import type { givenOptions, OptionValues } from '../../../../contract/campaign-options.ts';
import type { AgentVersion } from '../../../../contract/campaigns.ts';
import { weights } from '../../../../contract/recipient-file.ts';
import { zonedMoment } from '../../../format/dates.ts';
import type { RecipientSummary } from '../recipients/recipient-summary.ts';

export const lastStep = 3;
export type Step = 1 | 2 | 3;

/** Campaign options that a request may contain. */
type DraftOptions = Pick<OptionValues, (typeof givenOptions)[number]>;

/** The defaults of contract/campaign-options.ts, whose schemas are too large for a page. A test compares the two. */
const emptyOptions: DraftOptions = {
  successDefinition: '',
  retryPolicy: {},
  retryLimits: {},
  checkId: null,
  weight: weights.usual,
  bestHour: false,
  kind: null,
  callingWindow: null,
};

/** The options of a draft or a copied campaign, without its other fields. */
export function optionsOf(given: DraftOptions): DraftOptions {
  const names = Object.keys(emptyOptions) as (keyof DraftOptions)[];
  return Object.fromEntries(names.map((name) => [name, given[name]])) as unknown as DraftOptions;
}

export interface WizardDraft extends DraftOptions {
  readonly name: string;
  readonly phoneNumber: string;
  /** Further origin numbers; '' until chosen. */
  readonly moreNumbers: readonly string[];
  /** Agent chosen by hand; null for the one bound to the numbers. */
  readonly agentId: string | null;
  /** Version of the chosen agent; null for the published one, below 0 if a number is still to be typed. */
  readonly agentVersion: AgentVersion | null;
  readonly sendOption: 'now' | 'scheduled';
  /** Date and time in the workspace's zone, '2026-11-21' and '09:00'; '' until chosen. */
  readonly scheduledDate: string;
  readonly scheduledTime: string;
}

export const emptyDraft: WizardDraft = {
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
export function originsOf({ phoneNumber, moreNumbers }: WizardDraft): readonly string[] {
  return [phoneNumber, ...moreNumbers].filter((number) => number !== '');
}

function bindingsOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): readonly (readonly BoundAgent[])[] {
  return originsOf(draft).map(
    (origin) => numbers.find(({ phone_number }) => phone_number === origin)?.outbound_agents ?? [],
  );
}

const keyOf = ({ agent_id: id, agent_version: version }: BoundAgent): string => JSON.stringify([id, version]);

/** The agents bound to the chosen numbers, each agent and version once. */
export function boundAgentsOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): readonly BoundAgent[] {
  return [...new Map(bindingsOf(draft, numbers).flatMap((bound) => bound.map((each) => [keyOf(each), each]))).values()];
}

/** The agent that will speak: the chosen one, otherwise the only one bound to all numbers. Null if uncertain. */
export function agentOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): string | null {
  const [bound, ...others] = boundAgentsOf(draft, numbers);
  const isCertain = others.length === 0 && bindingsOf(draft, numbers).every((each) => each.length === 1);
  return draft.agentId ?? (isCertain ? (bound?.agent_id ?? null) : null);
}

/** Agent and version for a request. Without a chosen agent both are null, and the number's binding decides. */
export function agentChoiceOf({ agentId, agentVersion }: WizardDraft) {
  return { agentId, agentVersion: agentId === null ? null : (agentVersion ?? 'latest_published') };
}

const hasVersion = ({ agentVersion }: WizardDraft): boolean => typeof agentVersion !== 'number' || agentVersion >= 0;

/** True if step 2 may open. Unlike the spec's three fields it needs an agent, because otherwise nobody would speak. */
export function hasDetails(draft: WizardDraft, agentId: string | null): boolean {
  return missingDetails(draft, agentId).length === 0;
}

export type Detail = 'name' | 'successDefinition' | 'phoneNumber' | 'agent' | 'version';

/** Fields that step 1 still lacks, in their order. */
export function missingDetails(draft: WizardDraft, agentId: string | null): readonly Detail[] {
  const has: Record<Detail, boolean> = {
    name: draft.name.trim() !== '',
    successDefinition: draft.successDefinition.trim() !== '',
    phoneNumber: draft.phoneNumber !== '',
    agent: agentId !== null,
    version: hasVersion(draft),
  };
  return (Object.keys(has) as Detail[]).filter((detail) => !has[detail]);
}

/** True if step 3 may open: people to call, no unresolved rows with errors, and doubtful names decided. */
export function hasRecipients(summary: RecipientSummary | null, omitErrors: boolean): boolean {
  return missingRecipients(summary, omitErrors) === null;
}

/** The first problem that blocks step 2; null if there is none. */
export function missingRecipients(
  summary: RecipientSummary | null,
  omitErrors: boolean,
): 'list' | 'problems' | 'valid' | 'errors' | 'names' | null {
  if (summary === null) return 'list';
  if (summary.problems.length > 0) return 'problems';
  if (summary.validCount === 0) return 'valid';
  if (summary.rejectedCount > 0 && !omitErrors) return 'errors';
  return summary.doubtful.isDecided ? null : 'names';
}

export function hasSchedule({ sendOption, scheduledDate, scheduledTime }: WizardDraft): boolean {
  return sendOption === 'now' || (isCalendarDay(scheduledDate) && isClockTime(scheduledTime));
}

/** True if the chosen moment is before `now` (epoch ms), which the server refuses. */
export function isPast(draft: WizardDraft, zone: string, now: number): boolean {
  if (draft.sendOption === 'now' || !hasSchedule(draft)) return false;
  return zonedMoment(draft.scheduledDate, draft.scheduledTime, zone).getTime() <= now;
}

/** The campaign's start for a request. */
export function scheduleOf({ sendOption, scheduledDate, scheduledTime }: WizardDraft) {
  const isScheduled = sendOption === 'scheduled';
  return {
    sendOption,
    scheduledDate: isScheduled ? scheduledDate : null,
    scheduledTime: isScheduled ? scheduledTime : null,
  };
}

/** Input of the forecast, without the recipients. */
export function forecastInputOf(draft: WizardDraft) {
  const { retryPolicy, retryLimits, weight, callingWindow, kind } = draft;
  const originNumbers = [...originsOf(draft)];
  return { ...scheduleOf(draft), originNumbers, retryPolicy, retryLimits, weight, callingWindow, kind };
}

/** The step in the wizard's address, or the last one that may open. */
export function allowedStep(
  asked: number,
  ready: { readonly detailsReady: boolean; readonly recipientsReady: boolean },
): Step {
  if (!(asked >= 2) || !ready.detailsReady) return 1;
  return asked >= lastStep && ready.recipientsReady ? 3 : 2;
}

export const isUntouched = (draft: WizardDraft): boolean =>
  draft.name === '' && draft.successDefinition === '' && draft.phoneNumber === '';
