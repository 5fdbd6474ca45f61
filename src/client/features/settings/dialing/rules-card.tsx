/**
 * Switches for the legal calling rules of each country. The workspace's country comes first, and the other countries
 * are folded (`?paises=todos` unfolds them).
 */
import { ChevronDown } from 'lucide-react';
import {
  countryRuleIds,
  nationalDoNotCallRegisters,
  getCountryRule,
  type CountryRuleId,
} from '../../../../contract/country-rules.ts';
import {
  barredOriginNumberTexts,
  countryLabels,
  countryRuleDescriptions,
  countryRulesSectionLabels as labels,
} from '../../../../labels/country-rules-es.ts';
import { findLabelEntry } from '../../../../labels/known.ts';
import { getTimeZoneCountryOrArgentina } from '../../../../phone/zone-country.ts';
import { useUrlSearchState } from '../../../hooks/use-search-state.ts';
import { useHasRole } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { SectionCard } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { useSettingsField } from '../form/form-fields.tsx';

type CountryTest = (country: string) => boolean;

function RuleSwitches({ isShown }: { readonly isShown: CountryTest }) {
  const format = useRegionalFormat();
  const isAdmin = useHasRole('admin');
  const { value: off, set } = useSettingsField<readonly CountryRuleId[]>('rulesOff');
  return (
    <div className="divide-y divide-line">
      {countryRuleIds
        .filter((id) => isShown(getCountryRule(id).country))
        .map((id) => {
          const { source, checkedOn } = getCountryRule(id);
          const isOn = !off.includes(id);
          return (
            <SwitchRow
              key={id}
              label={countryRuleDescriptions[id]}
              hint={[findLabelEntry(barredOriginNumberTexts, id), labels.source(source, format.day(checkedOn))]
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
  );
}

function Registers({ isShown }: { readonly isShown: CountryTest }) {
  const shown = nationalDoNotCallRegisters.filter(({ country }) => isShown(country));
  if (shown.length === 0) return null;
  return (
    <>
      <h4 className="mt-3 font-medium">{labels.registers}</h4>
      <p className="mt-1 text-sm text-muted">{labels.registersText}</p>
      <ul className="mt-1 list-disc pl-5 text-sm text-muted">
        {shown.map(({ country, name, source }) => (
          <li key={country}>{labels.register(countryLabels[country], name, source)}</li>
        ))}
      </ul>
    </>
  );
}

function OtherCountries({ isOther }: { readonly isOther: CountryTest }) {
  const [search, changeSearch] = useUrlSearchState();
  const isOpen = search.get('paises') === 'todos';
  const { value: off } = useSettingsField<readonly CountryRuleId[]>('rulesOff');
  const ids = countryRuleIds.filter((id) => isOther(getCountryRule(id).country));
  return (
    <details
      open={isOpen}
      className="group mt-4 rounded-md border border-line"
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) changeSearch({ paises: open ? 'todos' : null });
      }}
    >
      <summary className="flex cursor-pointer items-center gap-2 rounded-md px-3 py-2 font-medium marker:content-none">
        <span className="min-w-0 flex-1">
          {labels.others}
          <span className="ml-2 text-xs font-normal text-muted tabular-nums">
            {labels.othersCount(ids.length, ids.filter((id) => off.includes(id)).length)}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="border-t border-line px-3 pb-3">
        <RuleSwitches isShown={isOther} />
        <Registers isShown={isOther} />
      </div>
    </details>
  );
}

export function CountryDialingRulesCard() {
  const own = getTimeZoneCountryOrArgentina(useRegionalFormat().regional.timeZone);
  const isOwn: CountryTest = (country) => country === own;
  const name = findLabelEntry(countryLabels, own) ?? own;
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      <h3 className="font-medium">{labels.own(name)}</h3>
      {countryRuleIds.some((id) => isOwn(getCountryRule(id).country)) ? (
        <RuleSwitches isShown={isOwn} />
      ) : (
        <p className="mt-1 text-sm text-muted">{labels.noOwn}</p>
      )}
      <Registers isShown={isOwn} />
      <OtherCountries isOther={(country) => !isOwn(country)} />
    </SectionCard>
  );
}
