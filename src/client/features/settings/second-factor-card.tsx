/** Setting for the roles whose members need a second factor in this workspace. */
import { secondFactorRequirements } from '../../../contract/settings.ts';
import {
  ownSecondFactorRequiredText,
  secondFactorRequirementLabels,
  secondFactorSettingLabels as labels,
} from '../../../labels/settings-second-factor-es.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { SettingsSelectField } from './form/form-fields.tsx';

export default function RequiredSecondFactorCard() {
  const isAdmin = useHasRole('admin');
  const { hasSecondFactor } = useSession().user;
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      {isAdmin && !hasSecondFactor ? (
        <Alert tone="info" className="mb-4">
          {ownSecondFactorRequiredText}
        </Alert>
      ) : null}
      <SettingsSelectField
        name="secondFactor"
        label={labels.field}
        hint={labels.hint}
        disabled={!isAdmin}
        options={secondFactorRequirements}
        labelOf={(who) => secondFactorRequirementLabels[who]}
      />
    </SectionCard>
  );
}
