/** Settings section 'En vivo': who may read and listen to live calls, prepared whispers, and attention rules. */
import { roles } from '../../../contract/endpoint.ts';
import type { Settings } from '../../../contract/settings.ts';
import { errorMessages } from '../../../labels/es.ts';
import { liveSettingsLabels as labels } from './settings-live-es.ts';
import { listeningUntestedText } from '../../../labels/settings-untried-es.ts';
import { useSettings } from '../../api/queries.ts';
import { useHasRole } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { AttentionCard } from './attention-card.tsx';
import { LinesField, SelectField, useSetting } from './form/form-fields.tsx';

/** Field for the role that may listen to live calls. Off until a test has shown that the account supports it. */
function ListeningField({ isAdmin }: { readonly isAdmin: boolean }) {
  const transport = useSettings().data?.listeningTransport ?? null;
  const { value } = useSetting<Settings['listening']>('listening');
  const canListen = transport === 'gateway';
  return (
    <SelectField
      name="listening"
      label={labels.listeners}
      hint={
        canListen
          ? labels.listenersHint
          : transport === 'livekit'
            ? errorMessages.listening_unsupported
            : listeningUntestedText
      }
      // Listening can always be switched off, even if the account no longer supports it.
      disabled={!isAdmin || (!canListen && value === 'off')}
      options={['off', ...roles]}
      labelOf={(from) => (from === 'off' ? labels.nobody : labels.from[from])}
    />
  );
}

export default function LiveSection() {
  const isAdmin = useHasRole('admin');
  return (
    <div className="flex flex-col gap-4">
      <Card title={labels.title} subtitle={labels.text}>
        <div className="flex flex-col gap-4">
          <SelectField
            name="liveReaders"
            label={labels.readers}
            hint={labels.readersHint}
            disabled={!isAdmin}
            options={roles}
            labelOf={(role) => labels.from[role]}
          />
          <ListeningField isAdmin={isAdmin} />
          <LinesField name="whispers" label={labels.whispers} hint={labels.whispersHint} />
        </div>
      </Card>
      <AttentionCard />
    </div>
  );
}
