/** Settings of personal data: how long it is kept, and how an admin deletes all data of one number. */
import { useHasRole } from '../../../session/session.ts';
import { ForgetNumberCard } from './forget-number-card.tsx';
import { RetentionCard } from './retention-card.tsx';

export function PersonalDataSection() {
  const isAdmin = useHasRole('admin');
  return (
    <>
      <RetentionCard />
      {isAdmin ? <ForgetNumberCard /> : null}
    </>
  );
}
