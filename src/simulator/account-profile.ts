// Makes the simulator's responses resemble those of a real account, as a report of `npm run check-provider` describes
// them. Fields are added or removed, types are converted, and values unknown to the console are inserted.
import {
  listSchemaFieldsAtPath,
  isPlainObject,
  classifyJsonValue,
  knownProviderEnumValues,
  type ProviderAccountCheckReport,
  type AnonymousFieldShape,
  type ReadOnlyRetellEndpoint,
  type JsonValueKind,
} from '../retell/account-shape.ts';
import { hashSeedParts } from './random.ts';

export interface SimulatedResponseShaper {
  reshape(endpoint: ReadOnlyRetellEndpoint, answer: unknown): unknown;
}

interface Node {
  readonly path: string;
  shape: AnonymousFieldShape | undefined;
  readonly fields: Map<string, Node>;
  item: Node | undefined;
  /** Values of the field that occur in the real account but are unknown to the console. */
  newWords: readonly string[];
}

/** Names of fields that simulated responses keep even if the responses of the real account lack them. */
const kept: ReadonlySet<string> = new Set([
  'items',
  'has_more',
  'pagination_key',
  'metadata',
  'retell_llm_dynamic_variables',
  'collected_dynamic_variables',
  'custom_sip_headers',
  'llm_id',
  'conversation_flow_id',
]);
/** Names of fields that the console knows but the simulator never sends. */
const neverSent: ReadonlySet<string> = new Set([
  'agent_tag',
  'public_log_url',
  'knowledge_base_retrieved_contents_url',
]);
/** Call statuses that the simulator never replaces by a value that is unknown to the console. */
const liveWords: ReadonlySet<string> = new Set(['registered', 'ongoing']);
const newWordIn = 5;
const idFields = ['call_id', 'agent_id', 'phone_number', 'version'] as const;

export function createSimulatedResponseShaper({
  shapes,
}: Pick<ProviderAccountCheckReport, 'shapes'>): SimulatedResponseShaper {
  const trees = new Map<ReadOnlyRetellEndpoint, Node>();
  for (const [endpoint, shape] of Object.entries(shapes) as [
    ReadOnlyRetellEndpoint,
    Record<string, AnonymousFieldShape>,
  ][])
    trees.set(endpoint, treeOf(endpoint, shape));
  // Give list-calls and get-call the same invented values, so that a simulated call looks the same in both responses.
  shareWords(trees.get('getCall'), trees.get('listCalls')?.fields.get('items')?.item);
  return {
    reshape(endpoint, answer) {
      const tree = trees.get(endpoint);
      return tree === undefined ? answer : reshapeValue(endpoint, answer, tree, '');
    },
  };
}

function treeOf(endpoint: ReadOnlyRetellEndpoint, shape: Readonly<Record<string, AnonymousFieldShape>>): Node {
  const root = emptyNode('');
  for (const [path, field] of Object.entries(shape)) {
    let node = root;
    for (const step of path.split(/\.|(?=\[\])/)) {
      const next = step === '[]' ? node.item : node.fields.get(step);
      const found: Node =
        next ?? emptyNode(step === '[]' ? `${node.path}[]` : node.path === '' ? step : `${node.path}.${step}`);
      if (step === '[]') node.item = found;
      else node.fields.set(step, found);
      node = found;
    }
    node.shape = field;
    const known = knownProviderEnumValues[endpoint]?.[path] ?? [];
    node.newWords = (field.words ?? []).filter((word) => !known.includes(word) && /^[a-z]/i.test(word));
  }
  return root;
}

function emptyNode(path: string): Node {
  return { path, shape: undefined, fields: new Map(), item: undefined, newWords: [] };
}

function shareWords(one: Node | undefined, other: Node | undefined): void {
  if (!one || !other) return;
  const words = [...new Set([...one.newWords, ...other.newWords])].sort();
  one.newWords = words;
  other.newWords = words;
  for (const [name, field] of one.fields) shareWords(field, other.fields.get(name));
  shareWords(one.item, other.item);
}

/**
 * Converts a value of a simulated response to what a real account sends. `id` seeds the random choices, so that all
 * responses about the same object agree.
 */
function reshapeValue(endpoint: ReadOnlyRetellEndpoint, value: unknown, node: Node, id: string): unknown {
  const kinds = node.shape?.kinds;
  if (kinds !== undefined && !kinds.includes(classifyJsonValue(value))) return convert(value, kinds);
  if (Array.isArray(value)) {
    const { item } = node;
    return item === undefined ? value : value.map((each) => reshapeValue(endpoint, each, item, id));
  }
  if (isPlainObject(value)) return node.fields.size === 0 ? value : reshapeObject(endpoint, value, node, id);
  if (typeof value !== 'string' || node.newWords.length === 0 || liveWords.has(value)) return value;
  const hash = hashSeedParts(id, node.path.replace(/^items\[\]\./, ''));
  return hash % newWordIn === 0 ? node.newWords[hash % node.newWords.length] : value;
}

function reshapeObject(
  endpoint: ReadOnlyRetellEndpoint,
  value: Readonly<Record<string, unknown>>,
  node: Node,
  outerId: string,
): Record<string, unknown> {
  const own = idFields.map((name) => value[name]).find((each) => typeof each === 'string' || typeof each === 'number');
  const id = own === undefined ? outerId : `${outerId} ${own}`;
  const shaped: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const field = node.fields.get(name);
    if (field) shaped[name] = reshapeValue(endpoint, part, field, id);
    else if (kept.has(name)) shaped[name] = part;
  }
  const ours = listSchemaFieldsAtPath(endpoint, node.path);
  for (const [name, { shape, path }] of node.fields) {
    if (name === '*' || Object.hasOwn(value, name) || shape === undefined || (ours.has(name) && !neverSent.has(name)))
      continue;
    const isPart = /[.\]]/.test(path.replace(/^items\[\]\./, ''));
    if (!shape.sometimes || (!isPart && hashSeedParts(id, path) % 2 === 0)) shaped[name] = placeholderOf(shape.kinds);
  }
  return shaped;
}

function placeholderOf(kinds: readonly JsonValueKind[]): unknown {
  return convert(undefined, kinds);
}

function convert(value: unknown, kinds: readonly JsonValueKind[]): unknown {
  const kind = kinds.find((each) => each !== 'null') ?? 'null';
  const number = typeof value === 'number' ? value : 1;
  switch (kind) {
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'simulado';
    case 'number':
      return classifyJsonValue(value) === 'time_ms' || classifyJsonValue(value) === 'time_s' ? 1 : number;
    case 'time_ms':
      return classifyJsonValue(value) === 'time_s' ? number * 1_000 : Date.now();
    case 'time_s':
      return Math.floor((classifyJsonValue(value) === 'time_ms' ? number : Date.now()) / 1_000);
    case 'boolean':
      return true;
    case 'object':
      return {};
    case 'list':
      return [];
    default:
      return null;
  }
}
