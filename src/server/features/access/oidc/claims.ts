/**
 * Reads the identity provider's claims, and derives roles from them by the workspaces' sign-on rules. Pure functions.
 */
import { memberRoles, type Role } from '../../../../contract/endpoint.ts';
import { normalizeNewUsername } from '../people/new-username.ts';

export type IdentityClaims = Readonly<Record<string, unknown>>;

/** A sign-on rule: a person whose claim has this value gets this role. */
export interface SignOnClaimRule {
  /** Name of an identity provider's claim. If no claim has this name, its dots separate keys: `realm_access.roles`. */
  readonly claim: string;
  readonly value: string;
  readonly role: Role;
}

/** Returns the values of a claim as a list of texts. A claim with a single value gives one element. */
export function getOidcClaimValues(claims: IdentityClaims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : follow(claims, name.split('.'));
  return (Array.isArray(value) ? value : [value]).flatMap((each) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : [],
  );
}

function follow(claims: IdentityClaims, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    claims,
  );
}

/**
 * Returns the highest role that the matching sign-on rules give; null if no rule matches. A rule matches only if the
 * claim has exactly its value.
 */
export function findRoleBySignOnRules(rules: readonly SignOnClaimRule[], claims: IdentityClaims): Role | null {
  const matching = rules.filter(({ claim, value }) => getOidcClaimValues(claims, claim).includes(value));
  return memberRoles.findLast((role) => matching.some((rule) => rule.role === role)) ?? null;
}

export interface OidcClaimsProfile {
  /** Possible usernames for a new user, the best one first. All of them may be taken. */
  readonly usernames: readonly string[];
  /** The person's email address; null unless the identity provider says that it is verified. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const mostNames = 50;
const longestName = 100;

/**
 * Reads a new user's possible usernames and email address from the claims. Numbered usernames are added, because the
 * first choice may be taken.
 */
export function readProfileFromClaims(claims: IdentityClaims, subject: string): OidcClaimsProfile {
  const [email = null] = getOidcClaimValues(claims, 'email');
  const wanted = [
    ...getOidcClaimValues(claims, 'preferred_username'),
    ...(email === null ? [] : [email]),
    `persona-${subject}`,
  ];
  const name = wanted.flatMap((each) => cleanName(each.slice(0, longestName - 3)))[0] ?? 'persona';
  return {
    usernames: Array.from({ length: mostNames }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`)),
    email: claims['email_verified'] === true && email !== null && email.length <= 200 ? email : null,
    firstName: getOidcClaimValues(claims, 'given_name')[0]?.slice(0, 100) ?? null,
    lastName: getOidcClaimValues(claims, 'family_name')[0]?.slice(0, 100) ?? null,
  };
}

/**
 * Returns the normalised username in an array, or an empty array if the username is not allowed, for use with
 * `flatMap`.
 */
function cleanName(name: string): string[] {
  try {
    const clean = normalizeNewUsername(name);
    return clean === '' ? [] : [clean];
  } catch {
    return [];
  }
}
