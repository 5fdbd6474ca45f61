/**
 * Spanish texts about the lines (simultaneous calls) that campaigns may use, and about the reason why the other lines
 * are reserved.
 */
import type { AccountLineCapacity, InboundLineReserve } from '../contract/campaign-lines.ts';
import { findLabelEntry } from './known.ts';

const keepers = {
  settings: 'la configuración del workspace',
  provider: 'la cuenta de Retell',
} satisfies Record<InboundLineReserve['reservedBy'], string>;

export const campaignPhoneLinesLabels = {
  title: 'Líneas para campañas',
  usable: (usable: string, limit: string) => `${usable} de ${limit}`,
  help: ({ reserved, reservedBy, burstLimit }: AccountLineCapacity, count: (figure: number) => string) =>
    [
      reserved === 0
        ? 'Las campañas pueden usar todas las líneas de la cuenta.'
        : `${count(reserved)} ${reserved === 1 ? 'queda reservada' : 'quedan reservadas'} para llamadas entrantes por ${findLabelEntry(keepers, reservedBy) ?? keepers.provider}.`,
      burstLimit === null
        ? ''
        : `La cuenta admite ráfagas de hasta ${count(burstLimit)} llamadas con recargo: las campañas no las usan.`,
    ]
      .filter(Boolean)
      .join(' '),
} as const;
