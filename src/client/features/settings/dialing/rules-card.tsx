/** What the law of a country allows, a switch each. */
import { countryRuleIds, registers, ruleOf, type CountryRuleId } from '../../../../contract/country-rules.ts';
import {
  barredOriginTexts,
  countryNames,
  countryRuleLabels,
  countryRulesLabels as labels,
} from '../../../../labels/country-rules-es.ts';
import { known } from '../../../../labels/known.ts';
import { useMay } from '../../../session/session.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { useSetting } from '../form/form-fields.tsx';

export function RulesCard() {
  const format = useFormat();
  const isAdmin = useMay('admin');
  const { value: off, set } = useSetting<readonly CountryRuleId[]>('rulesOff');
  return (
    <Card title={labels.title} subtitle={labels.text}>
      <div className="divide-y divide-line">
        {countryRuleIds.map((id) => {
          const { source, checkedOn } = ruleOf(id);
          const isOn = !off.includes(id);
          return (
            <SwitchRow
              key={id}
              label={countryRuleLabels[id]}
              hint={[known(barredOriginTexts, id), labels.source(source, format.day(checkedOn))]
                .filter(Boolean)
                .join(' ')}
              disabled={!isAdmin}
              checked={isOn}
              onChange={(on) => set(countryRuleIds.filter((each) => (each === id ? !on : off.includes(each))))}
            >
              {isOn ? null : <p className="mt-1 text-xs text-attention">{labels.off}</p>}
            </SwitchRow>
          );
        })}
      </div>
      <h3 className="mt-4 font-medium">{labels.registers}</h3>
      <p className="mt-1 text-sm text-muted">{labels.registersText}</p>
      <ul className="mt-1 list-disc pl-5 text-sm text-muted">
        {registers.map(({ country, name, source }) => (
          <li key={country}>{labels.register(countryNames[country], name, source)}</li>
        ))}
      </ul>
    </Card>
  );
}
