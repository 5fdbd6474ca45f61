/** Settings section of personal data: how long they are kept, and the deletion of one phone number's data. */
import { useHasRole } from '../../../session/session.ts';
import { DeleteNumberDataCard } from './forget-number-card.tsx';
import { DataRetentionCard } from './retention-card.tsx';

export function PersonalDataSection() {
  const isAdmin = useHasRole('admin');
  return (
    <>
      <DataRetentionCard />
      {isAdmin ? <DeleteNumberDataCard /> : null}
    </>
  );
}
