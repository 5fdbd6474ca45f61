/** Form for a test call to the user's own phone with the campaign's settings, before the campaign calls anybody. */
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, LoaderCircle, PhoneOutgoing } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { buildPhoneFormatErrorText } from '../../../../contract/recipient-file.ts';
import { internationalNumberPattern } from '../../../../phone/international-format.ts';
import { testCallLabels as labels } from '../../../../labels/wizard-es.ts';
import { getTimeZoneCountryOrArgentina } from '../../../../phone/zone-country.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { readLocalStorage, writeLocalStorage } from '../../../hooks/local-storage.ts';
import { useParsedPhoneNumberInput } from '../../../hooks/use-number-reading.ts';
import { screenPaths } from '../../../paths.ts';
import { useSession, useWorkspaceTimeZone } from '../../../session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { buildCampaignAgentRequestFields, type WizardDraft } from '../draft/wizard-draft.ts';

interface TestCallSectionProps {
  readonly draft: WizardDraft;
  /** Values of the draft's first recipient. The test call gives them to the agent as variables. */
  readonly firstRecipient: Readonly<Record<string, string>> | null;
}

const storageKey = (userId: string) => `vocero.testCallNumber.${userId}`;

function useTestCall({ draft, firstRecipient }: TestCallSectionProps) {
  return useMutation({
    mutationFn: (toNumber: string) =>
      callApi('placeTestCall', {
        body: {
          phoneNumber: draft.phoneNumber,
          toNumber,
          ...buildCampaignAgentRequestFields(draft),
          successDefinition: draft.successDefinition.trim(),
          variables: { ...firstRecipient },
        },
      }),
  });
}

function TestCallResult({ test }: { readonly test: ReturnType<typeof useTestCall> }) {
  if (test.isError) return <Alert tone="bad">{getRequestErrorText(test.error, labels.failed)}</Alert>;
  if (!test.isSuccess) return null;
  return (
    <Alert
      tone="info"
      action={
        <Link
          href={screenPaths.call(test.data.callId)}
          className="shrink-0 font-medium text-accent-text underline underline-offset-2"
        >
          {labels.seeCall}
        </Link>
      }
    >
      <TextWithPhoneNumbers text={labels.placed(test.data.toNumberShown)} />
    </Alert>
  );
}

export function TestCallSection(props: TestCallSectionProps) {
  const titleId = useId();
  const errorId = useId();
  const { user } = useSession();
  const [number, setNumber] = useState(() => readLocalStorage(storageKey(user.id)) ?? '');
  const [isAsked, setAsked] = useState(false);
  const test = useTestCall(props);
  const typed = number.trim();
  const reading = useParsedPhoneNumberInput(typed, getTimeZoneCountryOrArgentina(useWorkspaceTimeZone()));
  const callable = reading ? reading.number : internationalNumberPattern.test(typed) ? typed : null;
  const { number: suggestion, asMobile = null } = reading?.offer ?? {};
  const suggestions = [suggestion, asMobile].filter((each) => each != null);
  const isMistaken = isAsked && callable === null;

  function place(): void {
    setAsked(true);
    if (callable === null || test.isPending) return;
    writeLocalStorage(storageKey(user.id), callable);
    test.mutate(callable);
  }

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div>
        <h3 id={titleId} className="font-medium">
          {labels.title}
        </h3>
        <p className="text-xs text-muted">{labels.text}</p>
      </div>
      <form
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          place();
        }}
      >
        <Input
          className="w-56 max-sm:min-w-0 max-sm:flex-1"
          type="tel"
          autoComplete="tel"
          aria-label={labels.number}
          aria-invalid={isMistaken ? true : undefined}
          aria-describedby={isMistaken ? errorId : undefined}
          placeholder={labels.placeholder}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" disabled={typed === '' || test.isPending}>
          {test.isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <PhoneOutgoing aria-hidden />}
          {test.isPending ? labels.placing : labels.place}
        </Button>
      </form>
      {isMistaken ? (
        <p id={errorId} role="alert" className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {buildPhoneFormatErrorText(suggestion)}
        </p>
      ) : null}
      {suggestion === undefined ? null : (
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          {labels.suggestion(suggestion)}
          {suggestions.map((each) => (
            <Button key={each} size="small" onClick={() => setNumber(each)}>
              {labels.accept(each)}
            </Button>
          ))}
        </p>
      )}
      {reading?.number != null && !reading.isKnown ? <p className="text-xs text-muted">{labels.unknown}</p> : null}
      <TestCallResult test={test} />
    </section>
  );
}
