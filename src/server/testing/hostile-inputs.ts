/** Invalid values for every place of an endpoint's input, with the places from its schema. */
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { errorBodySchema } from '../../contract/errors.ts';
import { apiRoutes } from '../../contract/routes.ts';
import type { HttpClient } from './http-client.ts';
import type { InputDoor } from './input-door.ts';

/** Values for any place of a JSON body. */
const hostileValues: readonly unknown[] = [
  'nulo \u0000 dentro',
  { 'nulo \u0000': 'en el nombre' },
  'media \ud800 letra',
  'x'.repeat(6_000),
  '',
  null,
  -1,
  2 ** 31,
  2 ** 53 - 1,
  1e308,
  ['a', 'a'],
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-00000000000g',
];

/** Values for any part of an address, already encoded: invalid UTF-8 and incomplete percent escapes too. */
const hostileIds: readonly string[] = [
  'a%00b',
  '%ED%A0%80',
  '%',
  '%F0%9F%98%80',
  'x'.repeat(201),
  '9007199254740991',
  '00000000-0000-0000-0000-00000000000g',
];
const hostileParameters: readonly string[] = [
  ...hostileIds,
  '%C0%80',
  'x'.repeat(6_000),
  '-1',
  '1000000',
  '2147483648',
  '99999999999999999999',
  'Infinity',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '-000001-01-01T00:00:00.000Z',
];

type Path = readonly (string | number)[];

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Every place in a schema, the whole value first. A list has its first element, a map an unknown name. */
function placesOf(schema: z.ZodType): Path[] {
  const places = new Map<string, Path>();
  function walk(node: JsonSchema, path: Path): void {
    places.set(path.join('.'), path);
    for (const [name, held] of Object.entries(node.properties ?? {})) walk(held, [...path, name]);
    if (node.items) walk(node.items, [...path, 0]);
    if (typeof node.additionalProperties === 'object') walk(node.additionalProperties, [...path, 'otra']);
    for (const each of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(each, path);
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, []);
  return [...places.values()];
}

/** A copy of `whole` with `value` at a path. Missing parents are created. */
function withValue(whole: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const list = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    list[name] = withValue(list[name], rest, value);
    return list;
  }
  const held = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  return { ...held, [name]: withValue(held[name], rest, value) };
}

export interface HostileRequest {
  readonly path: string;
  readonly body: unknown;
  /** A description of the value and its place, for the report. */
  readonly told: string;
}

/** A request for each place of the input and each hostile value. The rest of `address` and `body` is valid. */
export function hostileRequests(endpoint: Endpoint, address: string, body: unknown): HostileRequest[] {
  const [pathname = '', given = ''] = address.split('?');
  const requests: HostileRequest[] = [];
  apiRoutes[endpoint.name].path.split('/').forEach((part, index) => {
    for (const value of part.startsWith(':') ? hostileIds : []) {
      const path = pathname.split('/').with(index, value).join('/');
      requests.push({ path: given === '' ? path : `${path}?${given}`, body, told: `${part}=${value}` });
    }
  });
  for (const [key] of endpoint.query ? placesOf(endpoint.query).filter((path) => path.length === 1) : []) {
    const others = given.split('&').filter((each) => each !== '' && !each.startsWith(`${key}=`));
    for (const told of [...hostileParameters.map((value) => `${key}=${value}`), `${key}=a&${key}=b`]) {
      requests.push({ path: `${pathname}?${[...others, told].join('&')}`, body, told });
    }
  }
  for (const place of endpoint.body ? placesOf(endpoint.body) : []) {
    for (const value of hostileValues) {
      requests.push({
        path: address,
        body: withValue(body, place, value),
        told: `${place.join('.')} ${JSON.stringify(value)}`,
      });
    }
  }
  return requests;
}

/**
 * Sends the requests that pass `door`, and the first refused one of each address and body, to the server of admin
 * `client`. Four run at a time, each from its own address.
 * @returns requests that failed, or were refused without a text of our own.
 */
export async function sendHostile(
  client: HttpClient,
  door: InputDoor,
  endpoint: Endpoint,
  requests: readonly HostileRequest[],
): Promise<string[]> {
  const wrong: string[] = [];
  const compared = new Set<boolean>();
  const waiting = [...requests];
  const contentType = endpoint.body ? 'application/json' : 'text/plain';
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path, body, told } = next;
      const address = `10.${waiting.length >> 8}.${waiting.length & 0xff}.${requests.length & 0xff}`;
      const from = { 'x-forwarded-for': address };
      const headers = body === undefined ? from : { 'content-type': contentType, ...from };
      const report = (status: number): unknown => wrong.push(`${endpoint.name}: ${status} for ${told.slice(0, 100)}`);
      const refusal = await door.ask(endpoint, path, headers, body === undefined ? undefined : JSON.stringify(body));
      if (refusal && !isTold(refusal)) report(refusal.status);
      const isOfBody = body !== requests[0]?.body;
      if (refusal && compared.has(isOfBody)) continue;
      if (refusal) compared.add(isOfBody);
      const response = await client.request(apiRoutes[endpoint.name].method, path, {
        headers,
        ...(body !== undefined && { body }),
      });
      const answer = { status: response.status, text: await response.text() };
      if (!isTold(answer) || (refusal && answer.status < 400)) report(answer.status);
    }
  };
  await Promise.all([sendNext(), sendNext(), sendNext(), sendNext()]);
  return wrong;
}

/** True if the request was accepted, or refused with a text of our own. */
function isTold({ status, text }: { readonly status: number; readonly text: string }): boolean {
  if (status >= 500 || status === 414) return false;
  return status < 400 || errorBodySchema.safeParse(JSON.parse(text)).success;
}
