/** Colour, icon and dash pattern of each chart series. Colour alone never distinguishes two series. */
import { Globe, PhoneIncoming, PhoneOutgoing, type LucideIcon } from 'lucide-react';

/** Series of calls, by origin. */
export type CallDirectionSeriesId = 'inbound' | 'outbound' | 'web';

interface SeriesLook {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly stroke: string;
  readonly fill: string;
  /** Dash pattern in pixels; absent for a solid line. */
  readonly dash?: string;
}

export const callDirectionSeriesLooks: Readonly<Record<CallDirectionSeriesId, SeriesLook>> = {
  inbound: { Icon: PhoneIncoming, text: 'text-inbound', stroke: 'stroke-inbound', fill: 'fill-inbound' },
  outbound: {
    Icon: PhoneOutgoing,
    text: 'text-outbound',
    stroke: 'stroke-outbound',
    fill: 'fill-outbound',
    dash: '7 4',
  },
  web: { Icon: Globe, text: 'text-web', stroke: 'stroke-web', fill: 'fill-web', dash: '1 5' },
};
