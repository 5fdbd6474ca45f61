/** Select for the version of the chosen agent: the published one, the one bound to the origin number, or another. */
import { useState } from 'react';
import type { CampaignAgentVersion } from '../../../contract/campaigns.ts';
import { agentVersionLabels as labels } from '../../../labels/campaign-detail-es.ts';
import { campaignWizardHelp } from '../../../labels/form-help-es.ts';
import { FieldWithHelp } from '../../help/help-field.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';

interface AgentVersionFieldProps {
  /** The chosen version of the agent; negative if the user wants to type its number and has not done so yet. */
  readonly version: CampaignAgentVersion;
  /** The agent's newest version, if known. */
  readonly newest: number | null;
  /** Versions of the agent that are bound to the chosen origin numbers. */
  readonly pinned: readonly number[];
  readonly onChange: (version: CampaignAgentVersion) => void;
}

const other = 'other';

export function AgentVersionField({ version, newest, pinned, onChange }: AgentVersionFieldProps) {
  const [isOther, setOther] = useState(typeof version === 'number' && !pinned.includes(version));
  return (
    <div className="mt-3 flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <FieldWithHelp label={labels.label} help={campaignWizardHelp.agentVersion}>
          {(control) => (
            <Select
              {...control}
              value={isOther ? other : String(version)}
              onChange={({ target: { value } }) => {
                setOther(value === other);
                if (value === other) onChange(newest ?? -1);
                else onChange(value === 'latest_published' ? value : Number(value));
              }}
            >
              <option value="latest_published">{labels.published}</option>
              {pinned.map((each) => (
                <option key={each} value={each}>
                  {labels.pinned(String(each))}
                </option>
              ))}
              <option value={other}>{labels.other}</option>
            </Select>
          )}
        </FieldWithHelp>
      </div>
      {isOther ? (
        <div className="w-28">
          <FormField label={labels.number}>
            {(control) => (
              <Input
                {...control}
                data-field="version"
                type="number"
                inputMode="numeric"
                required
                min={0}
                max={1_000_000}
                step={1}
                value={typeof version === 'number' && version >= 0 ? version : ''}
                onChange={({ target: { value } }) => onChange(/^\d{1,7}$/.test(value) ? Number(value) : -1)}
              />
            )}
          </FormField>
        </div>
      ) : null}
    </div>
  );
}
