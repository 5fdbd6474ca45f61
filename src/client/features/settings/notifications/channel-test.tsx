/** 'Enviar prueba': sends one by the saved settings and says how it went, in place. */
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { AlertChannel } from '../../../../contract/alerts.ts';
import { alertNotificationSettingsLabels as labels } from '../settings-alerts-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';

interface ChannelTestProps {
  readonly channel: AlertChannel;
  readonly name: string;
  /** What it would test is not saved yet. */
  readonly isUnsaved: boolean;
  readonly disabled: boolean;
}

type Outcome = { readonly tone: 'good' } | { readonly tone: 'bad'; readonly text: string };

export function ChannelTest({ channel, name, isUnsaved, disabled }: ChannelTestProps) {
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function send(): Promise<void> {
    setSending(true);
    setOutcome(null);
    try {
      await callApi('testAlertChannel', { body: { channel } });
      setOutcome({ tone: 'good' });
    } catch (error) {
      setOutcome({ tone: 'bad', text: getRequestErrorText(error, labels.testUnexpected) });
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="small"
          disabled={disabled || isUnsaved || sending}
          aria-label={`${labels.test}: ${name}`}
          onClick={() => void send()}
        >
          <Send aria-hidden />
          {sending ? labels.testing : labels.test}
        </Button>
        {isUnsaved && !disabled ? <span className="text-xs text-muted">{labels.saveFirst}</span> : null}
        {outcome?.tone === 'good' ? <output className="text-xs font-medium text-good">{labels.testSent}</output> : null}
      </div>
      {outcome?.tone === 'bad' ? (
        <Alert tone="bad">
          {labels.testFailed}: {outcome.text}
        </Alert>
      ) : null}
    </div>
  );
}
