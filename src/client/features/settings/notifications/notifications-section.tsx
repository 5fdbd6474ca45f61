/** Settings section of alerts: thresholds, channels, e-mail recipients, and the webhook that gets alerts. */
import { useFormContext, useWatch } from 'react-hook-form';
import type { WorkspaceSettings, SettingsFieldName } from '../../../../contract/settings.ts';
import { alertNotificationSettingsLabels as labels, alertThresholdLabels } from '../settings-alerts-es.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { requestNotificationPermission, useNotificationPermission } from './browser-permission.ts';
import { ChannelTest } from './channel-test.tsx';
import { SettingsNumberField, SettingsSwitchField, useSettingsField } from '../form/form-fields.tsx';
import { AlertWebhookCard } from './outgoing-webhook-card.tsx';
import { AlertEmailRecipientsCard } from './recipients-card.tsx';
import { getSettingsPartOfFieldPath } from '../form/settings-changes.ts';
import type { SettingsFormValues, SettingsFieldPath } from '../form/settings-form.ts';

function BrowserChannel() {
  const permission = useNotificationPermission();
  const { value, set } = useSettingsField<boolean>('notifications.browser');
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
  readonly base: WorkspaceSettings;
  readonly changes: readonly SettingsFieldPath[];
}

function ChannelsCard({ base, changes }: SectionProps) {
  const { control } = useFormContext<SettingsFormValues>();
  const url = useWatch({ control, name: 'outgoingWebhook.url' });
  const changed = new Set<SettingsFieldName>(changes.map(getSettingsPartOfFieldPath));
  return (
    <SectionCard title={labels.title} subtitle={labels.text} bodyClassName="px-4 py-1">
      <div className="divide-y divide-line">
        <SettingsSwitchField name="notifications.email" label={labels.email} hint={labels.emailHint}>
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
        </SettingsSwitchField>
        <BrowserChannel />
        <SettingsSwitchField
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
        </SettingsSwitchField>
      </div>
    </SectionCard>
  );
}

function ThresholdsCard({ base }: { readonly base: WorkspaceSettings }) {
  return (
    <SectionCard title={alertThresholdLabels.title} subtitle={alertThresholdLabels.text}>
      {base.thresholdsSaved ? null : (
        <Alert tone="attention" className="mb-4">
          {alertThresholdLabels.notSaved}
        </Alert>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SettingsNumberField
          name="thresholds.callsPerHour"
          label={alertThresholdLabels.callsPerHour}
          hint={alertThresholdLabels.callsPerHourHint}
          unit={alertThresholdLabels.callsUnit}
        />
        <SettingsNumberField
          name="thresholds.successPercent"
          label={alertThresholdLabels.successPercent}
          hint={alertThresholdLabels.successPercentHint}
          unit={alertThresholdLabels.percentUnit}
        />
        <SettingsNumberField
          name="thresholds.longWaitSeconds"
          label={alertThresholdLabels.longWaitSeconds}
          hint={alertThresholdLabels.longWaitSecondsHint}
          unit={alertThresholdLabels.secondsUnit}
        />
      </div>
    </SectionCard>
  );
}

export function NotificationsSection({ base, changes }: SectionProps) {
  return (
    <>
      <ThresholdsCard base={base} />
      <ChannelsCard base={base} changes={changes} />
      <AlertEmailRecipientsCard />
      <AlertWebhookCard base={base} />
    </>
  );
}
