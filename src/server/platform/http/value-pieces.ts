/**
 * Cuts a large value into pieces that another thread assembles, so that neither sending nor receiving blocks a thread
 * for long. Only plain objects and arrays are cut; other values are copied whole.
 */

/**
 * Instruction for rebuilding a JSON value. With `keys`, it sets members of an object. Without `keys`, it appends values
 * to an array.
 */
interface Filling {
  readonly into: number;
  readonly keys?: string[];
  readonly values: unknown[];
}

/**
 * Instruction for rebuilding a JSON value: start an object or array. Its values follow in later instructions, perhaps
 * in later pieces.
 */
interface Opening {
  readonly into: number;
  readonly key: string | null;
  readonly opens: 'array' | 'object';
}

/** A part of a large JSON value, small enough that copying it to another thread does not block the event loop. */
export type JsonValueTransferPiece = readonly (Filling | Opening)[];

/**
 * Maximum copying cost of one piece of a JSON value, as `weigh` estimates it. Another thread can receive such a piece
 * within a few milliseconds.
 */
const pieceWeight = 20_000;

export function* cutJsonValueIntoPieces(value: unknown): Generator<JsonValueTransferPiece> {
  let piece: (Filling | Opening)[] = [];
  let weight = 0;
  let opened = 0;

  function* fill(
    into: number,
    isArray: boolean,
    entries: Iterable<[string, unknown]>,
  ): Generator<JsonValueTransferPiece> {
    let filling: Filling | null = null;
    for (const [key, held] of entries) {
      const heldWeight = weigh(held, pieceWeight);
      if (heldWeight < pieceWeight || !isContainer(held)) {
        if (filling === null) {
          filling = isArray ? { into, values: [] } : { into, keys: [], values: [] };
          piece.push(filling);
        }
        filling.keys?.push(key);
        filling.values.push(held);
        weight += heldWeight;
      } else {
        filling = null;
        opened += 1;
        piece.push({ into, key: isArray ? null : key, opens: Array.isArray(held) ? 'array' : 'object' });
        yield* fill(opened, Array.isArray(held), entriesOf(held));
      }
      if (weight >= pieceWeight) {
        yield piece;
        piece = [];
        weight = 0;
        filling = null;
      }
    }
  }

  yield* fill(0, false, [['value', value]]);
  if (piece.length > 0) yield piece;
}

/**
 * Returns an object that rebuilds a JSON value from pieces sent by a worker. `value` is complete after the last piece.
 */
export function createJsonValueAssembler(): { take(piece: JsonValueTransferPiece): void; readonly value: unknown } {
  const root: Record<string, unknown> = {};
  const containers: object[] = [root];
  return {
    take(piece) {
      for (const part of piece) {
        const into = containers[part.into];
        if (into === undefined) throw new Error('a piece came before what it belongs to');
        if ('opens' in part) {
          const opened = part.opens === 'array' ? [] : {};
          containers.push(opened);
          put(into, part.key, opened);
        } else part.values.forEach((value, index) => put(into, part.keys?.[index] ?? null, value));
      }
    },
    get value() {
      return root['value'];
    },
  };
}

function put(into: object, key: string | null, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  // Define `__proto__` as a plain member, because assigning to it would change the object's prototype.
  else if (key === '__proto__')
    Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
  else Reflect.set(into, key ?? '', value);
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function* entriesOf(container: object): Generator<[string, unknown]> {
  if (Array.isArray(container)) for (const held of container as unknown[]) yield ['', held];
  else for (const key of Object.keys(container)) yield [key, (container as Record<string, unknown>)[key]];
}

/**
 * Estimates the cost of copying a value: 1 for each value within it, and 1 for every eight characters of text. Stops
 * counting at `enough`.
 */
function weigh(value: unknown, enough: number): number {
  let weight = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && weight < enough) {
    const next = open.pop();
    weight += 1;
    if (typeof next === 'string') weight += next.length >> 3;
    else if (isContainer(next)) {
      if (Array.isArray(next)) for (let at = 0; at < next.length && at < enough; at += 1) open.push(next[at]);
      else for (const key in next) open.push((next as Record<string, unknown>)[key]);
    }
  }
  return Math.min(weight, enough);
}
