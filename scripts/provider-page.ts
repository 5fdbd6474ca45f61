// docs/provider.md, made of the provider's contract.
import path from 'node:path';
import { providerContract, type ContractRow } from '../src/retell/relied-on.ts';

export const providerPagePath = path.join(import.meta.dirname, '../docs/provider.md');

const head = `# What we rely on of the provider

Made by \`npm run provider-docs\` from [relied-on.ts](../src/retell/relied-on.ts), whose types are compared with the official SDK's
(\`retell-sdk\`, source of every field below): a version of it that changes one fails \`npm run check:types\`, which names the field.
\`[]\` is an item of a list.
`;

export function writeProviderPage(): string {
  return [head, ...Object.values(providerContract).map(section)].join('\n');
}

function section(row: ContractRow): string {
  return [
    `## \`${row.endpoint}\``,
    '',
    row.purpose,
    '',
    `- SDK: ${row.sdk}`,
    `- Read by: ${row.reader}`,
    `- Simulated: ${row.simulator}`,
    '',
    ...table('Sent', row.sends),
    ...table('Relied on', row.reads),
    ...(row.needs ? [`Of no use without ${row.needs.map((field) => `\`${field}\``).join(', ')}.`, ''] : []),
    ...table('Differs from the SDK', row.except),
  ].join('\n');
}

function table(title: string, fields: Readonly<Record<string, string>> = {}): string[] {
  const rows = Object.entries(fields).map(([field, what]) => `| \`${field}\` | ${what} |`);
  return rows.length === 0 ? [] : [`| ${title} | |`, '|---|---|', ...rows, ''];
}
