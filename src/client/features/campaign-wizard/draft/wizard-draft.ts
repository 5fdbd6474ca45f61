/** What a person has filled in, and what each step asks before the next one opens (spec A 4). Pure. */
import { isCalendarDay, isClockTime } from '../../../../contract/calendar-days.ts';
import type { BoundAgent, PhoneNumber } from '../../../../contract/agents.ts';
import type { givenOptions, OptionValues } from '../../../../contract/campaign-options.ts';
import type { AgentVersion } from '../../../../contract/campaigns.ts';
import { weights } from '../../../../contract/recipient-file.ts';
import { zonedMoment } from '../../../format/dates.ts';
import type { RecipientSummary } from '../recipients/recipient-summary.ts';

export const lastStep = 3;
export type Step = 1 | 2 | 3;

/** The options of a campaign that requests give. */
type DraftOptions = Pick<OptionValues, (typeof givenOptions)[number]>;

/** The defaults of contract/campaign-options.ts, whose schemas are too heavy for a page. A test compares the two. */
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

/** The options alone of a draft or a copied campaign. */
export function optionsOf(given: DraftOptions): DraftOptions {
  const names = Object.keys(emptyOptions) as (keyof DraftOptions)[];
  return Object.fromEntries(names.map((name) => [name, given[name]])) as unknown as DraftOptions;
}

export interface WizardDraft extends DraftOptions {
  readonly name: string;
  readonly phoneNumber: string;
  /** Other numbers to call from; '' until chosen. */
  readonly moreNumbers: readonly string[];
  /** Chosen by hand; null: the one that the numbers propose. */
  readonly agentId: string | null;
  /** Of a chosen agent: null: the published one. Below 0: a number is still to be typed. */
  readonly agentVersion: AgentVersion | null;
  readonly sendOption: 'now' | 'scheduled';
  /** '2026-11-21', '' until chosen; and '09:00' likewise. In the workspace's zone. */
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

/** The numbers that it calls from, as far as they are chosen. */
export function originsOf({ phoneNumber, moreNumbers }: WizardDraft): readonly string[] {
  return [phoneNumber, ...moreNumbers].filter((number) => number !== '');
}

function bindingsOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): readonly (readonly BoundAgent[])[] {
  return originsOf(draft).map(
    (origin) => numbers.find(({ phone_number }) => phone_number === origin)?.outbound_agents ?? [],
  );
}

const keyOf = ({ agent_id: id, agent_version: version }: BoundAgent): string => JSON.stringify([id, version]);

/** Whom calls of the chosen numbers get while nobody is chosen, each agent and version once. */
export function boundAgentsOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): readonly BoundAgent[] {
  return [...new Map(bindingsOf(draft, numbers).flatMap((bound) => bound.map((each) => [keyOf(each), each]))).values()];
}

/** The agent that will speak: the chosen one, else the only one that all numbers are bound to. Null: nobody is certain. */
export function agentOf(draft: WizardDraft, numbers: readonly PhoneNumber[]): string | null {
  const [bound, ...others] = boundAgentsOf(draft, numbers);
  const isCertain = others.length === 0 && bindingsOf(draft, numbers).every((each) => each.length === 1);
  return draft.agentId ?? (isCertain ? (bound?.agent_id ?? null) : null);
}

/** Who speaks, as requests tell it: without a choice the number decides. */
export function speakerOf({ agentId, agentVersion }: WizardDraft) {
  return { agentId, agentVersion: agentId === null ? null : (agentVersion ?? 'latest_published') };
}

const hasVersion = ({ agentVersion }: WizardDraft): boolean => typeof agentVersion !== 'number' || agentVersion >= 0;

/** Step 2 opens. Beyond the spec's three fields an agent is needed, because nobody would speak without one. */
export function hasDetails(draft: WizardDraft, agentId: string | null): boolean {
  return missingDetails(draft, agentId).length === 0;
}

export type Detail = 'name' | 'successDefinition' | 'phoneNumber' | 'agent' | 'version';

/** What step 1 still wants, in the order of its fields. */
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

/** Whether step 3 may open: there is somebody to call, rows with errors are absent or omitted, and doubtful names are decided on. */
export function hasRecipients(summary: RecipientSummary | null, omitErrors: boolean): boolean {
  return missingRecipients(summary, omitErrors) === null;
}

/** What keeps step 2 from being done; null: nothing. */
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

/** The chosen moment lies behind `now` (epoch ms). The server refuses it. */
export function isPast(draft: WizardDraft, zone: string, now: number): boolean {
  if (draft.sendOption === 'now' || !hasSchedule(draft)) return false;
  return zonedMoment(draft.scheduledDate, draft.scheduledTime, zone).getTime() <= now;
}

/** When the campaign begins, as requests tell it. */
export function scheduleOf({ sendOption, scheduledDate, scheduledTime }: WizardDraft) {
  const isScheduled = sendOption === 'scheduled';
  return {
    sendOption,
    scheduledDate: isScheduled ? scheduledDate : null,
    scheduledTime: isScheduled ? scheduledTime : null,
  };
}

/** What a forecast of it depends on, but whom it calls. */
export function outlookOf(draft: WizardDraft) {
  const { retryPolicy, retryLimits, weight, callingWindow, kind } = draft;
  const originNumbers = [...originsOf(draft)];
  return { ...scheduleOf(draft), originNumbers, retryPolicy, retryLimits, weight, callingWindow, kind };
}

/** The step that the address asks for, or the last one that may open. */
export function allowedStep(
  asked: number,
  ready: { readonly detailsReady: boolean; readonly recipientsReady: boolean },
): Step {
  if (!(asked >= 2) || !ready.detailsReady) return 1;
  return asked >= lastStep && ready.recipientsReady ? 3 : 2;
}

export const isUntouched = (draft: WizardDraft): boolean =>
  draft.name === '' && draft.successDefinition === '' && draft.phoneNumber === '';
