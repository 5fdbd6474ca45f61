// Text of docs/provider.md, made from the provider's contract.
import path from 'node:path';
import { providerContracts, type ProviderContract } from '../src/retell/relied-on.ts';
import { providerAssumptionChecks } from '../src/server/platform/provider/account-checks.ts';

export const providerPagePath = path.join(import.meta.dirname, '../docs/provider.md');

const head = `# What we rely on of the provider

Made by \`npm run provider-docs\` from [relied-on.ts](../src/retell/relied-on.ts), whose types are compared with the official SDK's
(\`retell-sdk\`, source of every field below): a version of it that changes one fails \`npm run check:types\`, which names the field.
\`[]\` is an item of a list.
`;

const checksHead = `## What an account is asked

\`RETELL_API_KEY=… npm run check-provider\` asks an account by reading alone whether the following holds, in a few dozen requests; a
workspace's admins ask the same by 'Comprobar la conexión'. The key comes from the environment and is never written.
\`RETELL_BASE_URL\` and, so that this console's webhook addresses are known, \`PUBLIC_URL\` are those of the server. It prints a table
and writes a report (\`provider-report.json\`, or \`--report FILE\`) that holds shapes, field names and the provider's own words, and no
number, name, id or text of the account: attach it to a bug. It ends with 0 where nothing differs, 1 where something does, 2 where it
could not run. \`--call +54…\` places one call after a typed confirmation, and follows it to its analysis; it costs what a call costs. While it is spoken,
its live socket is read and its agent gets a hint that changes nothing: the lines say how the socket opened and closed, which roles,
messages and fields are not read, and whether the hint came back. The order
is sent three times with one key, so that it may ring twice: what that shows is kept with the workspace that has the API key, where the
environment names the server's database.

The simulator takes a report: \`node src/simulator/main.ts --profile provider-report.json\` answers, and tells by webhook, in the shape of
that account: its further fields with invented values, without those that it never had, its kinds of values and units, and, of every
fifth call, words that we did not know. How lists are paged and what an order brings along stay the simulator's.
`;

export function writeProviderPage(): string {
  const checks = providerAssumptionChecks.map(({ check, assumes }) => `| \`${check}\` | ${assumes} |`);
  return [
    head,
    ...Object.values(providerContracts).map(section),
    checksHead,
    '| Check | |',
    '|---|---|',
    ...checks,
    '',
  ].join('\n');
}

function section(row: ProviderContract): string {
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
