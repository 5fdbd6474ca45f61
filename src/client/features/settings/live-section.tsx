/** The section 'En vivo': who reads live calls, the usual whispers, and when a call needs a person. */
import { roles } from '../../../contract/endpoint.ts';
import { liveSettingsLabels as labels } from '../../../labels/settings-live-es.ts';
import { useMay } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { AttentionCard } from './attention-card.tsx';
import { LinesField, SelectField } from './form/form-fields.tsx';

export default function LiveSection() {
  const isAdmin = useMay('admin');
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
          <LinesField name="whispers" label={labels.whispers} hint={labels.whispersHint} />
        </div>
      </Card>
      <AttentionCard />
    </div>
  );
}
