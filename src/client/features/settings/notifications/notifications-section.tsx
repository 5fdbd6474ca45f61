/** Settings section of alerts: thresholds, channels, e-mail recipients, and the webhook that gets alerts. */
import { useFormContext, useWatch } from 'react-hook-form';
import type { Settings, SettingsPart } from '../../../../contract/settings.ts';
import { notificationLabels as labels, thresholdLabels } from '../settings-alerts-es.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { requestNotificationPermission, useBrowserPermission } from './browser-permission.ts';
import { ChannelTest } from './channel-test.tsx';
import { NumberField, SwitchField, useSetting } from '../form/form-fields.tsx';
import { OutgoingWebhookCard } from './outgoing-webhook-card.tsx';
import { RecipientsCard } from './recipients-card.tsx';
import { settingsPartOf } from '../form/settings-changes.ts';
import type { SettingsForm, SettingsPath } from '../form/settings-form.ts';

function BrowserChannel() {
  const permission = useBrowserPermission();
  const { value, set } = useSetting<boolean>('notifications.browser');
  return (
    <SwitchRow
      label={labels.browser}
      hint={labels.browserHint}
      checked={value}
      onChange={(on) => {
        set(on);
        if (on) void requestNotificationPermission();
      }}
    >
      {value ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          {permission === 'default' ? (
            <Button size="small" onClick={() => void requestNotificationPermission()}>
              {labels.allow}
            </Button>
          ) : null}
          {permission === 'granted' ? (
            <Button
              size="small"
              aria-label={`${labels.test}: ${labels.browser}`}
              onClick={() =>
                new Notification(labels.browserTestTitle, { body: labels.browserTestText, tag: 'vocero-test' })
              }
            >
              {labels.test}
            </Button>
          ) : null}
          {permission === 'denied' || permission === 'unsupported' ? (
            <Alert tone="attention">{labels.permissions[permission]}</Alert>
          ) : (
            <span className="text-xs text-muted">{labels.permissions[permission]}</span>
          )}
        </div>
      ) : null}
    </SwitchRow>
  );
}

interface SectionProps {
  readonly base: Settings;
  readonly changes: readonly SettingsPath[];
}

function ChannelsCard({ base, changes }: SectionProps) {
  const { control } = useFormContext<SettingsForm>();
  const url = useWatch({ control, name: 'outgoingWebhook.url' });
  const changed = new Set<SettingsPart>(changes.map(settingsPartOf));
  return (
    <Card title={labels.title} subtitle={labels.text} bodyClassName="px-4 py-1">
      <div className="divide-y divide-line">
        <SwitchField name="notifications.email" label={labels.email} hint={labels.emailHint}>
          {base.canSendMail ? null : (
            <Alert tone="attention" className="mt-2">
              {labels.noMailServer}
            </Alert>
          )}
          <ChannelTest
            channel="email"
            name={labels.email}
            isUnsaved={changed.has('alertEmails')}
            disabled={!base.canSendMail}
          />
        </SwitchField>
        <BrowserChannel />
        <SwitchField
          name="notifications.webhook"
          label={labels.webhook}
          hint={url === '' ? labels.webhookMissing : labels.webhookHint}
        >
          <ChannelTest
            channel="webhook"
            name={labels.webhook}
            isUnsaved={changed.has('outgoingWebhook')}
            disabled={base.outgoingWebhook.url === null}
          />
        </SwitchField>
      </div>
    </Card>
  );
}

function ThresholdsCard({ base }: { readonly base: Settings }) {
  return (
    <Card title={thresholdLabels.title} subtitle={thresholdLabels.text}>
      {base.thresholdsSaved ? null : (
        <Alert tone="attention" className="mb-4">
          {thresholdLabels.notSaved}
        </Alert>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <NumberField
          name="thresholds.callsPerHour"
          label={thresholdLabels.callsPerHour}
          hint={thresholdLabels.callsPerHourHint}
          unit={thresholdLabels.callsUnit}
        />
        <NumberField
          name="thresholds.successPercent"
          label={thresholdLabels.successPercent}
          hint={thresholdLabels.successPercentHint}
          unit={thresholdLabels.percentUnit}
        />
        <NumberField
          name="thresholds.longWaitSeconds"
          label={thresholdLabels.longWaitSeconds}
          hint={thresholdLabels.longWaitSecondsHint}
          unit={thresholdLabels.secondsUnit}
        />
      </div>
    </Card>
  );
}

export function NotificationsSection({ base, changes }: SectionProps) {
  return (
    <>
      <ThresholdsCard base={base} />
      <ChannelsCard base={base} changes={changes} />
      <RecipientsCard />
      <OutgoingWebhookCard base={base} />
    </>
  );
}
