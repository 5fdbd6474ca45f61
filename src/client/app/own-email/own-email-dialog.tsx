/** Dialog 'Mi email': the user's email address, whether it is confirmed, and a button to send a confirmation link. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { confirmEmailPath } from '../../../contract/mail-link-paths.ts';
import { ownEmailLabels as labels } from '../../../labels/own-email-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { screenPaths } from '../../paths.ts';
import { takeStoredEmailLinkToken } from '../../session/link-token.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';

export default function OwnEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const format = useRegionalFormat();
  const { data, error } = useQuery({
    queryKey: sessionQueryKeys.ownEmail,
    queryFn: () => callApi('getOwnEmail'),
    staleTime: 0,
  });
  const send = useMutation({ mutationFn: () => callApi('sendEmailLink') });
  const { mutate: confirm, ...confirming } = useMutation({
    mutationFn: (token: string) => callApi('confirmEmail', { body: { token } }),
    async onSuccess(email) {
      // Cancel a fetch of the email status that began before the confirmation, because it may be outdated.
      await client.cancelQueries({ queryKey: sessionQueryKeys.ownEmail });
      client.setQueryData(sessionQueryKeys.ownEmail, email);
      toast.good(labels.doneTitle);
    },
  });
  useEffect(() => {
    const { pathname, hash } = window.location;
    if (pathname !== confirmEmailPath) return;
    // Remove the confirmation token from the URL at once, so that it does not stay in the browser's history.
    navigate(screenPaths.dashboard(), { replace: true });
    const kept = takeStoredEmailLinkToken();
    const token = hash === '' ? kept : hash.slice(1);
    if (token !== null) confirm(token);
  }, [confirm]);

  const failure = confirming.error ?? send.error ?? (data ? null : error);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={labels.title} description={labels.text}>
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="bad">{getRequestErrorText(failure, labels.failed)}</Alert> : null}
        {confirming.isPending ? (
          <p className="text-muted">{labels.confirming}</p>
        ) : !data ? (
          error ? null : (
            <p className="text-muted">{labels.loading}</p>
          )
        ) : data.email === null ? (
          <>
            <p className="font-medium">{labels.none}</p>
            <p className="text-muted">{labels.noneText}</p>
          </>
        ) : (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-medium break-all">{data.email}</span>
              <Badge tone={data.confirmedAt === null ? 'attention' : 'good'}>
                {data.confirmedAt === null ? <TriangleAlert aria-hidden /> : <CircleCheck aria-hidden />}
                {data.confirmedAt === null ? labels.unconfirmed : labels.confirmed}
              </Badge>
              {data.confirmedAt === null ? null : (
                <span className="text-muted">{labels.since(format.date(data.confirmedAt))}</span>
              )}
            </p>
            <p className="text-muted">
              {data.confirmedAt !== null
                ? labels.confirmedText
                : data.canSend
                  ? labels.unconfirmedText
                  : labels.noServer}
            </p>
            {data.confirmedAt === null && data.canSend ? (
              <>
                {send.isSuccess ? <Alert tone="info">{labels.sent(send.data.sentTo)}</Alert> : null}
                <Button
                  variant={send.isSuccess ? 'secondary' : 'primary'}
                  className="self-start"
                  disabled={send.isPending}
                  onClick={() => send.mutate()}
                >
                  {send.isPending ? labels.sending : send.isSuccess ? labels.sendAgain : labels.send}
                </Button>
              </>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  );
}
