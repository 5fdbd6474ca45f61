/** Select for a campaign's weight from 1 to 10, relative to other campaigns. */
import type { ComponentProps } from 'react';
import { campaignWeightScale } from '../../contract/recipient-file.ts';
import { campaignWeightLabels } from '../../labels/weight-es.ts';
import { Select } from './input.tsx';

const choices = Array.from({ length: campaignWeightScale.most }, (_, index) => campaignWeightScale.least + index);

interface WeightSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: number;
  readonly onPick: (weight: number) => void;
}

export function CampaignWeightSelect({ value, onPick, ...props }: WeightSelectProps) {
  return (
    <Select {...props} value={value} onChange={(event) => onPick(Number(event.target.value))}>
      {choices.map((weight) => (
        <option key={weight} value={weight}>
          {campaignWeightLabels.option(weight, weight === campaignWeightScale.usual)}
        </option>
      ))}
    </Select>
  );
}
