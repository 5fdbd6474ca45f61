/** What is kept of people: for how long, and an admin's way to delete all of one number. */
import { useMay } from '../../../session/session.ts';
import { ForgetNumberCard } from './forget-number-card.tsx';
import { RetentionCard } from './retention-card.tsx';

export function PersonalDataSection() {
  const isAdmin = useMay('admin');
  return (
    <>
      <RetentionCard />
      {isAdmin ? <ForgetNumberCard /> : null}
    </>
  );
}
