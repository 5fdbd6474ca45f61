/** Setting for the roles whose members need a second factor in this workspace. */
import { secondFactorRequirements } from '../../../contract/settings.ts';
import {
  ownFactorRequiredText,
  secondFactorRequirementLabels,
  secondFactorSettingLabels as labels,
} from '../../../labels/settings-second-factor-es.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from './form/form-fields.tsx';

export default function SecondFactorCard() {
  const isAdmin = useHasRole('admin');
  const { hasSecondFactor } = useSession().user;
  return (
    <Card title={labels.title} subtitle={labels.text}>
      {isAdmin && !hasSecondFactor ? (
        <Alert tone="info" className="mb-4">
          {ownFactorRequiredText}
        </Alert>
      ) : null}
      <SelectField
        name="secondFactor"
        label={labels.field}
        hint={labels.hint}
        disabled={!isAdmin}
        options={secondFactorRequirements}
        labelOf={(who) => secondFactorRequirementLabels[who]}
      />
    </Card>
  );
}
