/**
 * Dialog to link the user's account to an identity at the identity provider, or to unlink it. Both require the user's
 * password.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleMinus } from 'lucide-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { singleSignOnFailures, singleSignOnUrlFragments } from '../../../contract/sign-on-fragments.ts';
import { ownOidcIdentityLabels as labels } from '../../../labels/own-identity-es.ts';
import { signOnFailureTexts } from '../../../labels/single-sign-on-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { useAppInfo } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

/** Returns the URL's fragment, in which the server says how linking the identity ended, and removes it from the URL. */
function takeOutcome(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash === '') return null;
  navigate(`${pathname}${search}`, { replace: true });
  return hash.slice(1);
}

export default function LinkedIdentityDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const format = useRegionalFormat();
  const provider = useAppInfo().data?.signIn.oidc ?? '';
  const [outcome] = useState(takeOutcome);
  const { data, error } = useQuery({
    queryKey: sessionQueryKeys.ownIdentity,
    queryFn: () => callApi('getOwnIdentity'),
    staleTime: 0,
  });
  const change = useMutation({
    async mutationFn(currentPassword: string) {
      if (data?.linkedAt === null) {
        window.location.assign((await callApi('linkOwnIdentity', { body: { currentPassword } })).url);
        return;
      }
      await callApi('unlinkOwnIdentity', { body: { currentPassword } });
      toast.good(labels.undoneTitle);
      await client.invalidateQueries({ queryKey: sessionQueryKeys.ownIdentity });
    },
  });
  useEffect(() => {
    if (outcome === singleSignOnUrlFragments.linked) toast.good(labels.doneTitle);
  }, [outcome]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('currentPassword');
    change.mutate(typeof typed === 'string' ? typed : '');
  }

  const isLinked = data !== undefined && data.linkedAt !== null;
  const failed = singleSignOnFailures.find((each) => outcome === `${singleSignOnUrlFragments.failure}=${each}`);
  const failure = change.error ?? (data ? null : error);
  const words = isLinked
    ? { submit: labels.unlink, submitting: labels.unlinking }
    : { submit: labels.link, submitting: labels.linking };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !change.isPending) onClose();
      }}
      title={labels.title(provider)}
      description={labels.text(provider)}
    >
      <div className="flex flex-col gap-4">
        {failure ? (
          <Alert tone="bad">{getRequestErrorText(failure, labels.failed)}</Alert>
        ) : failed ? (
          <Alert tone="bad">{signOnFailureTexts[failed](provider)}</Alert>
        ) : null}
        {!data ? (
          error ? null : (
            <p className="text-muted">{labels.loading}</p>
          )
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={isLinked ? 'good' : 'neutral'}>
                {isLinked ? <CircleCheck aria-hidden /> : <CircleMinus aria-hidden />}
                {isLinked ? labels.linked : labels.notLinked}
              </Badge>
              {data.linkedAt === null ? null : (
                <span className="text-muted">{labels.since(format.date(data.linkedAt))}</span>
              )}
            </p>
            {data.subject === null ? null : (
              <p className="text-xs break-all text-muted">{labels.subject(data.subject)}</p>
            )}
            {isLinked && !data.canUnlink ? (
              <p className="text-muted">{labels.onlyWay}</p>
            ) : (
              <form className="flex flex-col gap-4" onSubmit={submit}>
                <FormField label={labels.password}>
                  {(control) => (
                    <PasswordInput
                      {...control}
                      about={labels.aboutPassword}
                      name="currentPassword"
                      required
                      disabled={change.isPending}
                      autoComplete="current-password"
                    />
                  )}
                </FormField>
                <Button
                  type="submit"
                  variant={isLinked ? 'secondary' : 'primary'}
                  className="self-start"
                  disabled={change.isPending}
                >
                  {change.isPending ? words.submitting : words.submit}
                </Button>
              </form>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
