// Reads all of the operator's settings from environment variables, once at start. Only this module knows their names.
// An empty variable counts as unset. An invalid value stops the start.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { defaultDatabasePoolSize } from './db/database-needs.ts';
import { StartupError } from './startup-error.ts';

/** Settings of the server, read from environment variables. URLs have no trailing slash. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Public origin (URL) of the console, for browsers and the provider. Null if PUBLIC_URL is not set. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** URL of the PostgreSQL database. Null if the server runs the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePool: number;
  /** Key that encrypts stored secrets (crypto.ts). It has at least 16 characters. */
  readonly secretKey: string;
  readonly retellBaseUrl: string;
  /** The full URL of the provider's summary.json. */
  readonly statusPageUrl: string;
  readonly adminUsername: string;
  /** Password of the first user. If null, one is generated and printed once when that user is created. */
  readonly adminPassword: string | null;
  readonly appName: string;
  readonly smtpUrl: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** Seconds between reconciliations with the provider. */
  readonly reconcileSeconds: number;
  /** Seconds after which a request to place a call may be judged as not dialled, if its outcome is still unknown. */
  readonly dialSettleSeconds: number;
  /** Bearer token for /metrics. If it is null, /metrics answers only requests from this machine (loopback). */
  readonly metricsToken: string | null;
  /**
   * Proxies whose X-Forwarded-* headers are trusted: their addresses separated by commas, true for the nearest proxy
   * only, false for none.
   */
  readonly trustProxy: boolean | string;
  /**
   * Host names that requests may use, in lower case; loopback names are always allowed. Empty if there is no public
   * URL, and then any host name is allowed.
   */
  readonly allowedHosts: readonly string[];
  /** Passphrase that encrypts backups. If it is null, backups are not encrypted. */
  readonly backupPassphrase: string | null;
  readonly oidc: OidcConfig | null;
}

export interface OidcConfig {
  /** Issuer URL, exactly as the identity provider spells it. */
  readonly issuer: string;
  readonly clientId: string;
  /** OpenID Connect client secret. Null for a public client, which is protected only by PKCE. */
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
  /** The provider's display name. */
  readonly name: string;
  /** Ids of the workspaces whose sign-on rules may create users at sign-in. */
  readonly homeWorkspaceIds: readonly string[];
  /** True if password sign-in is disabled once an admin has signed in through the identity provider. */
  readonly only: boolean;
}

/** Name of the file whose presence in DATA_DIR marks its data as demo data. */
export const demoMarkerFileName = 'DEMO';

/** Environment variables, as process.env gives them. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  /** Spanish description of an environment variable's valid values. It completes the error message 'se esperaba …'. */
  readonly expected: string;
  /** True if error messages must not contain the variable's value. */
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

/** True for a proxy's address, for a range such as 10.0.0.0/8, or for a group name such as 'loopback'. */
function isProxyAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits] = value.split('/');
  const version = isIP(address);
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/**
 * True if the value can be the URL of an OpenID Connect issuer. It must use https, or http on localhost, and have no
 * query or fragment.
 */
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

/** True if npm (`npm run` or `npm start`) started this process. The process is then the child of a shell. */
export function isStartedByNpm(env: EnvironmentVariables = process.env): boolean {
  return (env['npm_lifecycle_event'] ?? '') !== '';
}

/** Returns the absolute path of DATA_DIR. Null if DATABASE_URL is set, because then DATA_DIR is not used. */
export function resolveDataDir(env: EnvironmentVariables = process.env): string | null {
  return read(env, 'DATABASE_URL') === undefined ? path.resolve(read(env, 'DATA_DIR') ?? 'data') : null;
}

/** Returns one error message for each invalid environment variable. `loadServerConfig` throws at the first one instead. */
export function findInvalidEnvironmentVariables(env: EnvironmentVariables): string[] {
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
 * Reads and checks the environment variables. If SECRET_KEY is not set, the first call creates DATA_DIR/secret.key.
 * @throws {StartupError} one line that names the variable and the expected value.
 */
export function loadServerConfig(env: EnvironmentVariables = process.env): ServerConfig {
  const settings = loadServerConfigWithoutSecretKey(env);
  // Read the secret key last, because reading it may create the key's file. If any variable is invalid, no file must be
  // created.
  const secretKey = read(env, 'SECRET_KEY') ?? storedSecretKey(settings.dataDir, settings.databaseUrl);
  return { ...settings, secretKey };
}

/**
 * Returns the secret key from the environment or DATA_DIR. Null if there is no key yet. Unlike `loadServerConfig`, this
 * function never creates the key.
 */
export function readSecretKey(env: EnvironmentVariables): string | null {
  const given = read(env, 'SECRET_KEY');
  const dataDir = resolveDataDir(env);
  if (given !== undefined) return given;
  if (dataDir !== null && !existsSync(secretFileOf(dataDir))) return null;
  return storedSecretKey(dataDir ?? '', read(env, 'DATABASE_URL') ?? null);
}

export function loadServerConfigWithoutSecretKey(env: EnvironmentVariables): Omit<ServerConfig, 'secretKey'> {
  const dataDir = path.resolve(read(env, 'DATA_DIR') ?? 'data');
  const databaseUrl = read(env, 'DATABASE_URL') ?? null;
  const publicUrl = read(env, 'PUBLIC_URL') ?? null;
  return {
    port: read(env, 'PORT') ?? 3000,
    host: read(env, 'HOST') ?? '127.0.0.1',
    publicUrl,
    dataDir,
    databaseUrl,
    databasePool: read(env, 'DATABASE_POOL') ?? defaultDatabasePoolSize,
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

/**
 * Reads the OpenID Connect settings; null if there are none. @throws {StartupError} if an OIDC variable is set without
 * another variable that it requires.
 */
function readOidc(env: EnvironmentVariables, publicUrl: string | null): OidcConfig | null {
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
  // The public URL is required, because the identity provider redirects only to a URL registered in advance.
  if (publicUrl === null) throw missing('PUBLIC_URL', 'OIDC_ISSUER');
  return { issuer, clientId, name: name ?? new URL(issuer).hostname, only, ...others };
}

function missing(name: Name, because: string): StartupError {
  return new StartupError(`${name}: con ${because} se esperaba ${variables[name].expected}.`);
}

function secretFileOf(dataDir: string): string {
  return path.join(dataDir, 'secret.key');
}

/** Reads the backup passphrase alone, because a restore needs it before the secret key is known. */
export function readBackupPassphrase(env: EnvironmentVariables = process.env): string | null {
  return read(env, 'BACKUP_PASSPHRASE') ?? null;
}

function read<N extends Name>(env: EnvironmentVariables, name: N): Value<N> | undefined {
  const given = env[name]?.trim() ?? '';
  if (given === '') return undefined;
  const variable: Variable<unknown> = variables[name];
  const result = variable.schema.safeParse(given);
  if (result.success) return result.data as Value<N>;
  const told = variable.secret === true ? '' : ` y vale ${JSON.stringify(given)}`;
  throw new StartupError(`${name}: se esperaba ${variable.expected}${told}.`);
}

// Reads the secret key file, or creates it. Throws if DATABASE_URL is set, because servers that share a database must
// be given the same key.
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

// Creates the secret key file atomically. If several processes start at once, all use the key that was created first.
function makeSecretKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    const isMade = (error as NodeJS.ErrnoException).code === 'EEXIST';
    // Some file systems have no hard links.
    if (!isMade) renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}
