/** Claims of an identity provider, and what the rules of workspaces read in them. Pure. */
import { roles, type Role } from '../../../../contract/endpoint.ts';
import { readNewUsername } from '../people/new-username.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A person whose claim has this value gets this role. */
export interface ClaimRule {
  /** A claim's name. Where there is none of that name, its dots lead into objects: `realm_access.roles`. */
  readonly claim: string;
  readonly value: string;
  readonly role: Role;
}

/** The values of a claim, one or a list, as texts. */
export function readClaim(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : follow(claims, name.split('.'));
  return (Array.isArray(value) ? value : [value]).flatMap((each) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : [],
  );
}

function follow(claims: Claims, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    claims,
  );
}

/** The highest role that the rules give; null: none matches. Values are compared to the letter. */
export function findRuledRole(rules: readonly ClaimRule[], claims: Claims): Role | null {
  const matching = rules.filter(({ claim, value }) => readClaim(claims, claim).includes(value));
  return roles.findLast((role) => matching.some((rule) => rule.role === role)) ?? null;
}

export interface ClaimedProfile {
  /** Names for a new user, the best one first. All may be taken. */
  readonly usernames: readonly string[];
  /** The e-mail address; null unless the provider says that it is verified. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const mostNames = 50;
const longestName = 100;

/** Names and address of a new user. A name that somebody else has gets a number. */
export function readProfile(claims: Claims, subject: string): ClaimedProfile {
  const [email = null] = readClaim(claims, 'email');
  const wanted = [...readClaim(claims, 'preferred_username'), ...(email === null ? [] : [email]), `persona-${subject}`];
  const name = wanted.flatMap((each) => cleanName(each.slice(0, longestName - 3)))[0] ?? 'persona';
  return {
    usernames: Array.from({ length: mostNames }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`)),
    email: claims['email_verified'] === true && email !== null && email.length <= 200 ? email : null,
    firstName: readClaim(claims, 'given_name')[0]?.slice(0, 100) ?? null,
    lastName: readClaim(claims, 'family_name')[0]?.slice(0, 100) ?? null,
  };
}

/** Returns an empty list if the name is not allowed for a new user. */
function cleanName(name: string): string[] {
  try {
    const clean = readNewUsername(name);
    return clean === '' ? [] : [clean];
  } catch {
    return [];
  }
}
