// Everything that an operator can set, read once at start from the environment: the only place
// that knows variables' names. An empty value counts as unset; a wrong one stops the start.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { usualPool } from './db/database-needs.ts';
import { StartupError } from './startup-error.ts';

/** The server's settings; URLs without a trailing slash. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin under which browsers and the provider reach us; null: not told. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  /** Connections that the server's pool opens at most. */
  readonly databasePool: number;
  /** At least 16 characters; encrypts what is stored (crypto.ts). */
  readonly secretKey: string;
  readonly retellBaseUrl: string;
  /** The whole address of the provider's summary.json. */
  readonly statusPageUrl: string;
  readonly adminUsername: string;
  /** Null: generated and printed once when the first user is made. */
  readonly adminPassword: string | null;
  readonly appName: string;
  readonly smtpUrl: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** Seconds between reconciliations with the provider. */
  readonly reconcileSeconds: number;
  /** Seconds before a dial of unknown outcome may be judged absent (architecture: never dial twice). */
  readonly dialSettleSeconds: number;
  /** Null: metrics for loopback only. */
  readonly metricsToken: string | null;
  /** For Fastify: true, false, or the balancers' addresses separated by commas. */
  readonly trustProxy: boolean | string;
  /** Host names answered besides loopback and the public one, lower case; empty, which needs that no public one is known: any. */
  readonly allowedHosts: readonly string[];
  /** Encrypts backups; null: they are readable. */
  readonly backupPassphrase: string | null;
  /** The identity provider by which people sign in; null: there is none. */
  readonly oidc: OidcConfig | null;
}

export interface OidcConfig {
  /** Exactly as the provider names itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
  /** The provider's name as people read it. */
  readonly name: string;
  /** Ids of the workspaces whose rules may create people. */
  readonly homeWorkspaceIds: readonly string[];
  /** Local sign-in is switched off once an admin has signed in by the provider. */
  readonly only: boolean;
}

/** A file in DATA_DIR that says: what is here is invented. */
export const demoMarker = 'DEMO';

/** The environment as Node gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** What a right value is, in Spanish, to complete 'se esperaba …'. */
  readonly expected: string;
  /** The value is never repeated in a message. */
  readonly secret?: boolean;
}

const text = z.string();
const address = (protocol: RegExp) => z.url({ protocol }).transform((value) => value.replace(/\/+$/u, ''));
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number)
    .pipe(z.number().min(from).max(to));
const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const switches: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** An address, a range such as 10.0.0.0/8, or one of the names that the HTTP server knows. */
function isProxyAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits] = value.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/** OpenID Connect asks for https; a provider on this machine may do without. Its metadata must name it by this very text. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash } = new URL(value);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && search === '' && hash === '';
}

const variables = {
  PORT: { schema: wholeNumber(0, 65_535), expected: 'un número de puerto, de 0 a 65535' },
  HOST: { schema: text.regex(/^[\w.:-]+$/u), expected: 'una dirección o un nombre de equipo, como 127.0.0.1' },
  PUBLIC_URL: {
    schema: address(/^https?$/u).refine((value) => new URL(value).origin === value),
    expected: 'la dirección pública sin ruta, como https://consola.ejemplo.com',
  },
  DATA_DIR: { schema: text, expected: 'una carpeta' },
  DATABASE_URL: {
    schema: text.regex(/^postgres(?:ql)?:\/\/\S+$/u),
    expected: 'una dirección de PostgreSQL, como postgres://usuario:clave@servidor:5432/vocero',
    secret: true,
  },
  DATABASE_POOL: { schema: wholeNumber(5, 200), expected: 'un número entero de conexiones, de 5 a 200' },
  SECRET_KEY: { schema: text.min(16), expected: 'una clave al azar de 16 caracteres o más', secret: true },
  RETELL_BASE_URL: { schema: address(/^https?$/u), expected: 'una dirección http o https' },
  STATUS_PAGE_URL: { schema: address(/^https?$/u), expected: 'una dirección http o https' },
  ADMIN_USERNAME: { schema: text.trim().min(1).max(100), expected: 'un nombre de usuario de hasta 100 caracteres' },
  ADMIN_PASSWORD: { schema: text.min(6).max(1000), expected: 'una contraseña de 6 caracteres o más', secret: true },
  APP_NAME: { schema: text.trim().min(1).max(60), expected: 'un nombre de hasta 60 caracteres' },
  SMTP_URL: {
    schema: address(/^smtps?$/u),
    expected: 'una dirección de correo saliente, como smtps://usuario:clave@correo.ejemplo.com',
    secret: true,
  },
  LOG_LEVEL: { schema: z.enum(logLevels), expected: `uno de ${logLevels.join(', ')}` },
  RECONCILE_SECONDS: { schema: wholeNumber(1, 86_400), expected: 'un número entero de segundos, de 1 a 86400' },
  DIAL_SETTLE_SECONDS: { schema: wholeNumber(1, 3_600), expected: 'un número entero de segundos, de 1 a 3600' },
  METRICS_TOKEN: { schema: text.min(1), expected: 'una clave', secret: true },
  TRUST_PROXY: {
    schema: text
      .refine((value) => value in switches || value.split(',').every((each) => isProxyAddress(each.trim())))
      .transform((value) => switches[value] ?? value),
    expected: 'true, false o las direcciones de los balanceadores separadas por comas',
  },
  ALLOWED_HOSTS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(/^[\w.:[\]-]+$/u)
          .toLowerCase(),
      ),
    ),
    expected: 'nombres de equipo separados por comas',
  },
  OIDC_ISSUER: {
    schema: text.refine(isIssuer),
    expected: 'la dirección https del proveedor de identidad, como https://identidad.ejemplo.com',
  },
  OIDC_CLIENT_ID: { schema: text.min(1).max(500), expected: 'el identificador que dio el proveedor de identidad' },
  OIDC_CLIENT_SECRET: { schema: text.min(1), expected: 'la clave que dio el proveedor de identidad', secret: true },
  OIDC_SCOPES: {
    schema: text
      .transform((value) => value.split(/[\s,]+/u).filter((scope) => scope !== ''))
      .refine((scopes) => scopes.includes('openid')),
    expected: 'permisos separados por espacios, openid entre ellos',
  },
  OIDC_NAME: { schema: text.trim().min(1).max(40), expected: 'un nombre de hasta 40 caracteres' },
  OIDC_HOME_WORKSPACES: {
    schema: list.pipe(z.array(z.uuid().toLowerCase())),
    expected: 'identificadores de workspaces separados por comas',
  },
  OIDC_ONLY: {
    schema: text.refine((value) => value in switches).transform((value) => switches[value] === true),
    expected: 'true o false',
  },
  BACKUP_PASSPHRASE: { schema: text.min(12), expected: 'una frase de 12 caracteres o más', secret: true },
} satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;
type Value<N extends Name> = z.output<(typeof variables)[N]['schema']>;

/** Whether `npm run` or `npm start` started this process, through a shell of its own. */
export function isRunByNpm(env: Environment = process.env): boolean {
  return (env['npm_lifecycle_event'] ?? '') !== '';
}

/** The absolute path of DATA_DIR; null where a start does not read it. */
export function findDataDir(env: Environment = process.env): string | null {
  return read(env, 'DATABASE_URL') === undefined ? path.resolve(read(env, 'DATA_DIR') ?? 'data') : null;
}

/** What is wrong with the environment, a line each; of no use to a start, which stops at the first. */
export function findWrongVariables(env: Environment): string[] {
  return (Object.keys(variables) as Name[]).flatMap((name) => {
    try {
      read(env, name);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

/**
 * Reads and checks the environment; makes DATA_DIR/secret.key the first time that no key is given.
 * @throws {StartupError} one line that names the variable and what is expected.
 */
export function loadConfig(env: Environment = process.env): Config {
  const settings = loadSettings(env);
  // Last, so that a wrong variable leaves nothing behind on the disk.
  const secretKey = read(env, 'SECRET_KEY') ?? storedSecretKey(settings.dataDir, settings.databaseUrl);
  return { ...settings, secretKey };
}

/** The key of this environment, given or stored; null where a start would make one. Writes nothing, unlike `loadConfig`. */
export function findSecretKey(env: Environment): string | null {
  const given = read(env, 'SECRET_KEY');
  const dataDir = findDataDir(env);
  if (given !== undefined) return given;
  if (dataDir !== null && !existsSync(secretFileOf(dataDir))) return null;
  return storedSecretKey(dataDir ?? '', read(env, 'DATABASE_URL') ?? null);
}

/** Everything but the secret key. Writes nothing. */
export function loadSettings(env: Environment): Omit<Config, 'secretKey'> {
  const dataDir = path.resolve(read(env, 'DATA_DIR') ?? 'data');
  const databaseUrl = read(env, 'DATABASE_URL') ?? null;
  const publicUrl = read(env, 'PUBLIC_URL') ?? null;
  return {
    port: read(env, 'PORT') ?? 3000,
    host: read(env, 'HOST') ?? '127.0.0.1',
    publicUrl,
    dataDir,
    databaseUrl,
    databasePool: read(env, 'DATABASE_POOL') ?? usualPool,
    retellBaseUrl: read(env, 'RETELL_BASE_URL') ?? 'https://api.retellai.com',
    statusPageUrl: read(env, 'STATUS_PAGE_URL') ?? 'https://status.retellai.com/api/v2/summary.json',
    adminUsername: read(env, 'ADMIN_USERNAME') ?? 'admin',
    adminPassword: read(env, 'ADMIN_PASSWORD') ?? null,
    appName: read(env, 'APP_NAME') ?? 'Vocero',
    smtpUrl: read(env, 'SMTP_URL') ?? null,
    logLevel: read(env, 'LOG_LEVEL') ?? 'info',
    reconcileSeconds: read(env, 'RECONCILE_SECONDS') ?? 180,
    dialSettleSeconds: read(env, 'DIAL_SETTLE_SECONDS') ?? 120,
    metricsToken: read(env, 'METRICS_TOKEN') ?? null,
    trustProxy: read(env, 'TRUST_PROXY') ?? false,
    allowedHosts: read(env, 'ALLOWED_HOSTS') ?? (publicUrl === null ? [] : [new URL(publicUrl).hostname]),
    backupPassphrase: readBackupPassphrase(env),
    oidc: readOidc(env, publicUrl),
  };
}

/** @throws {StartupError} where a variable is missing that the others need. */
function readOidc(env: Environment, publicUrl: string | null): OidcConfig | null {
  const issuer = read(env, 'OIDC_ISSUER');
  const clientId = read(env, 'OIDC_CLIENT_ID');
  const only = read(env, 'OIDC_ONLY') ?? false;
  const others = {
    clientSecret: read(env, 'OIDC_CLIENT_SECRET') ?? null,
    scopes: read(env, 'OIDC_SCOPES') ?? ['openid', 'profile', 'email'],
    homeWorkspaceIds: read(env, 'OIDC_HOME_WORKSPACES') ?? [],
  };
  const name = read(env, 'OIDC_NAME');
  if (issuer === undefined) {
    if (clientId !== undefined) throw missing('OIDC_ISSUER', 'OIDC_CLIENT_ID');
    if (only) throw missing('OIDC_ISSUER', 'OIDC_ONLY');
    return null;
  }
  if (clientId === undefined) throw missing('OIDC_CLIENT_ID', 'OIDC_ISSUER');
  // The provider sends people back to an address that was registered there: no request may choose it.
  if (publicUrl === null) throw missing('PUBLIC_URL', 'OIDC_ISSUER');
  return { issuer, clientId, name: name ?? new URL(issuer).hostname, only, ...others };
}

function missing(name: Name, because: string): StartupError {
  return new StartupError(`${name}: con ${because} se esperaba ${variables[name].expected}.`);
}

function secretFileOf(dataDir: string): string {
  return path.join(dataDir, 'secret.key');
}

/** Apart from all else, for a restore opens a backup before it knows the key that a configuration needs. */
export function readBackupPassphrase(env: Environment = process.env): string | null {
  return read(env, 'BACKUP_PASSPHRASE') ?? null;
}

function read<N extends Name>(env: Environment, name: N): Value<N> | undefined {
  const given = env[name]?.trim() ?? '';
  if (given === '') return undefined;
  const variable: Variable<unknown> = variables[name];
  const result = variable.schema.safeParse(given);
  if (result.success) return result.data as Value<N>;
  const told = variable.secret === true ? '' : ` y vale ${JSON.stringify(given)}`;
  throw new StartupError(`${name}: se esperaba ${variable.expected}${told}.`);
}

// Several servers on one database must share one key, so none may make its own there.
function storedSecretKey(dataDir: string, databaseUrl: string | null): string {
  if (databaseUrl !== null) {
    throw new StartupError(
      `SECRET_KEY: con DATABASE_URL se esperaba ${variables.SECRET_KEY.expected}, la misma en todos los servidores.`,
    );
  }
  const file = secretFileOf(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    if (!existsSync(file)) makeSecretKey(file);
  } catch (error) {
    throw new StartupError(`DATA_DIR: no se puede escribir en ${dataDir} (${(error as Error).message}).`);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) throw new StartupError(`SECRET_KEY: ${file} está dañado: restáuralo de una copia.`);
  return key;
}

// It appears whole or not at all, and the first of several that start at once makes the one that all read.
function makeSecretKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST';
    // Some file systems know no links.
    if (!isMade) renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
