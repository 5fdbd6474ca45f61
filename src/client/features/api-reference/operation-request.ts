/** What a request of the reference is: its address, and the same as a command for a shell. */
import type { OpenApiPlace } from '../../../contract/openapi.ts';

export interface TriedRequest {
  /** By parameter. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export function addressOf({ path, operation }: OpenApiPlace, { values }: TriedRequest): string {
  const search = new URLSearchParams();
  for (const { name, in: place } of operation.parameters ?? [])
    if (place === 'query' && values[name]) search.set(name, values[name]);
  const query = search.toString();
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return query ? `${address}?${query}` : address;
}

/** The type of its body; null without one. */
export const bodyTypeOf = ({ operation }: OpenApiPlace): string | null =>
  Object.keys(operation.requestBody?.content ?? {})[0] ?? null;

/** Those that were filled in, and the body's type. */
export function headersOf(place: OpenApiPlace, { values }: TriedRequest): Readonly<Record<string, string>> {
  const given = (place.operation.parameters ?? []).flatMap(({ name, in: where }): [string, string][] =>
    where === 'header' && values[name] ? [[name, values[name]]] : [],
  );
  const type = bodyTypeOf(place);
  return { ...Object.fromEntries(given), ...(type !== null && { 'Content-Type': type }) };
}

/** The token stands in a variable, so that it does not come into anybody's shell history. */
export function curlOf(place: OpenApiPlace, tried: TriedRequest, origin: string): string {
  return [
    `curl -X ${place.method} ${quote(origin + addressOf(place, tried))}`,
    `-H "Authorization: Bearer $VOCERO_TOKEN"`,
    ...Object.entries(headersOf(place, tried)).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(bodyTypeOf(place) === null ? [] : [`--data-binary ${quote(tried.body)}`]),
  ].join(' \\\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
