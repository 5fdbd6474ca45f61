/** Settings section 'En vivo': who may read and listen to live calls, prepared whispers, and attention rules. */
import { memberRoles } from '../../../contract/endpoint.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import { apiErrorMessages } from '../../../labels/es.ts';
import { liveSettingsLabels as labels } from './settings-live-es.ts';
import { listeningUntestedText } from '../../../labels/settings-untried-es.ts';
import { useWorkspaceSettings } from '../../api/queries.ts';
import { useHasRole } from '../../session/session.ts';
import { SectionCard } from '../../ui/card.tsx';
import { AttentionRulesCard } from './attention-card.tsx';
import { SettingsTextListField, SettingsSelectField, useSettingsField } from './form/form-fields.tsx';

/**
 * Field for the lowest role that may listen to live calls. Listening can be switched on only after a test has shown
 * that the provider account supports it.
 */
function ListeningField({ isAdmin }: { readonly isAdmin: boolean }) {
  const transport = useWorkspaceSettings().data?.listeningTransport ?? null;
  const { value } = useSettingsField<WorkspaceSettings['listening']>('listening');
  const canListen = transport === 'gateway';
  return (
    <SettingsSelectField
      name="listening"
      label={labels.listeners}
      hint={
        canListen
          ? labels.listenersHint
          : transport === 'livekit'
            ? apiErrorMessages.listening_unsupported
            : listeningUntestedText
      }
      // Listening can always be switched off, even if the account no longer supports it.
      disabled={!isAdmin || (!canListen && value === 'off')}
      options={['off', ...memberRoles]}
      labelOf={(from) => (from === 'off' ? labels.nobody : labels.from[from])}
    />
  );
}

export default function LiveCallSettingsSection() {
  const isAdmin = useHasRole('admin');
  return (
    <div className="flex flex-col gap-4">
      <SectionCard title={labels.title} subtitle={labels.text}>
        <div className="flex flex-col gap-4">
          <SettingsSelectField
            name="liveReaders"
            label={labels.readers}
            hint={labels.readersHint}
            disabled={!isAdmin}
            options={memberRoles}
            labelOf={(role) => labels.from[role]}
          />
          <ListeningField isAdmin={isAdmin} />
          <SettingsTextListField name="whispers" label={labels.whispers} hint={labels.whispersHint} />
        </div>
      </SectionCard>
      <AttentionRulesCard />
    </div>
  );
}
