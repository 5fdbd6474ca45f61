/** How each series is drawn: its colour of everywhere, its icon, and a dash, so that colour never speaks alone. */
import { Globe, PhoneIncoming, PhoneOutgoing, type LucideIcon } from 'lucide-react';

/** Calls by where they come from. */
export type SeriesId = 'inbound' | 'outbound' | 'web';

interface SeriesLook {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly stroke: string;
  readonly fill: string;
  /** Of the line, in pixels; solid without. */
  readonly dash?: string;
}

export const seriesLooks: Readonly<Record<SeriesId, SeriesLook>> = {
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
