import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadServerConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

const secretKey = 'x'.repeat(32);
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'vocero-config-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

test('without variables everything has its default, and empty ones count as unset', () => {
  const expected = {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir,
    databaseUrl: null,
    databasePool: 20,
    secretKey,
    retellBaseUrl: 'https://api.retellai.com',
    statusPageUrl: 'https://status.retellai.com/api/v2/summary.json',
    adminUsername: 'admin',
    adminPassword: null,
    appName: 'Vocero',
    smtpUrl: null,
    logLevel: 'info',
    reconcileSeconds: 180,
    dialSettleSeconds: 120,
    metricsToken: null,
    trustProxy: false,
    allowedHosts: [],
    backupPassphrase: null,
    oidc: null,
  };
  expect(loadServerConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey })).toEqual(expected);
  const empty = { PORT: '', HOST: ' ', DATABASE_URL: '', TRUST_PROXY: '', ALLOWED_HOSTS: '', LOG_LEVEL: '' };
  expect(loadServerConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey, ...empty })).toEqual(expected);
});

test('values are read in their units and shapes', () => {
  const config = loadServerConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgresql://u:p@db:5432/vocero',
    SECRET_KEY: secretKey,
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://consola.ejemplo.com/',
    RETELL_BASE_URL: 'http://127.0.0.1:4010/',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    ALLOWED_HOSTS: 'Consola.ejemplo.com, otra.ejemplo.com,',
    RECONCILE_SECONDS: '5',
  });
  expect(config).toMatchObject({
    databaseUrl: 'postgresql://u:p@db:5432/vocero',
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://consola.ejemplo.com',
    retellBaseUrl: 'http://127.0.0.1:4010',
    trustProxy: '10.0.0.0/8, 127.0.0.1',
    allowedHosts: ['consola.ejemplo.com', 'otra.ejemplo.com'],
    reconcileSeconds: 5,
  });
  expect(loadServerConfig({ DATA_DIR: dataDir, SECRET_KEY: secretKey, TRUST_PROXY: 'true' }).trustProxy).toBe(true);
});

test('an identity provider needs its issuer, its client and a public address', () => {
  const given = { DATA_DIR: dataDir, SECRET_KEY: secretKey, OIDC_ISSUER: 'https://identidad.ejemplo.com/realms/uno' };
  expect(() => loadServerConfig(given)).toThrow(/^OIDC_CLIENT_ID: con OIDC_ISSUER se esperaba/);
  const client = { ...given, OIDC_CLIENT_ID: 'vocero' };
  expect(() => loadServerConfig(client)).toThrow(/^PUBLIC_URL: con OIDC_ISSUER se esperaba/);
  const whole = { ...client, PUBLIC_URL: 'https://consola.ejemplo.com' };
  expect(loadServerConfig(whole).oidc).toEqual({
    issuer: 'https://identidad.ejemplo.com/realms/uno',
    clientId: 'vocero',
    clientSecret: null,
    scopes: ['openid', 'profile', 'email'],
    name: 'identidad.ejemplo.com',
    homeWorkspaceIds: [],
    only: false,
  });
  const home = '6f15de51-778c-4f3c-ac68-1b042e1eb9c5';
  const more = { OIDC_SCOPES: 'openid groups', OIDC_NAME: 'Mi empresa', OIDC_HOME_WORKSPACES: home, OIDC_ONLY: 'true' };
  expect(loadServerConfig({ ...whole, ...more, OIDC_CLIENT_SECRET: 'clave' }).oidc).toMatchObject({
    clientSecret: 'clave',
    scopes: ['openid', 'groups'],
    name: 'Mi empresa',
    homeWorkspaceIds: [home],
    only: true,
  });
  const alone = { DATA_DIR: dataDir, SECRET_KEY: secretKey };
  expect(() => loadServerConfig({ ...alone, OIDC_ONLY: 'true' })).toThrow(/^OIDC_ISSUER: con OIDC_ONLY se esperaba/);
});

test('with a public address only its name is answered, unless others are listed', () => {
  const given = { DATA_DIR: dataDir, SECRET_KEY: secretKey, PUBLIC_URL: 'https://consola.ejemplo.com:8443' };
  expect(loadServerConfig(given).allowedHosts).toEqual(['consola.ejemplo.com']);
  expect(loadServerConfig({ ...given, ALLOWED_HOSTS: 'otra.ejemplo.com' }).allowedHosts).toEqual(['otra.ejemplo.com']);
});

test.each([
  [
    'OIDC_ISSUER',
    'http://identidad.ejemplo.com',
    'OIDC_ISSUER: se esperaba la dirección https del proveedor de identidad, como https://identidad.ejemplo.com y vale "http://identidad.ejemplo.com".',
  ],
  [
    'OIDC_HOME_WORKSPACES',
    'casa',
    'OIDC_HOME_WORKSPACES: se esperaba identificadores de workspaces separados por comas y vale "casa".',
  ],
  [
    'OIDC_SCOPES',
    'profile',
    'OIDC_SCOPES: se esperaba permisos separados por espacios, openid entre ellos y vale "profile".',
  ],
  ['PORT', '70000', 'PORT: se esperaba un número de puerto, de 0 a 65535 y vale "70000".'],
  ['PORT', '80x', 'PORT: se esperaba'],
  ['HOST', 'a b', 'HOST: se esperaba'],
  ['PUBLIC_URL', 'consola.ejemplo.com', 'PUBLIC_URL: se esperaba'],
  ['PUBLIC_URL', 'https://ejemplo.com/consola', 'PUBLIC_URL: se esperaba'],
  ['RETELL_BASE_URL', 'ftp://x', 'RETELL_BASE_URL: se esperaba'],
  ['LOG_LEVEL', 'verbose', 'LOG_LEVEL: se esperaba uno de fatal'],
  ['RECONCILE_SECONDS', '0', 'RECONCILE_SECONDS: se esperaba'],
  ['DIAL_SETTLE_SECONDS', '1.5', 'DIAL_SETTLE_SECONDS: se esperaba'],
  ['SMTP_URL', 'http://x', 'SMTP_URL: se esperaba'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY: se esperaba'],
  ['ALLOWED_HOSTS', 'a b', 'ALLOWED_HOSTS: se esperaba'],
])('a wrong %s (%s) stops the start with one line', (name, value, message) => {
  const load = (): unknown => loadServerConfig({ DATA_DIR: dataDir, [name]: value });
  expect(load).toThrow(StartupError);
  expect(load).toThrow(message);
  expect(readdirSync(dataDir)).toEqual([]);
});

test.each(['SECRET_KEY', 'ADMIN_PASSWORD', 'DATABASE_URL', 'SMTP_URL', 'BACKUP_PASSPHRASE'])(
  'a wrong %s is not repeated in the message',
  (name) => {
    expect(() => loadServerConfig({ DATA_DIR: dataDir, [name]: 's3cr3' })).toThrow(/^(?!.*s3cr3).*se esperaba/u);
  },
);

test.each([
  ['1', true],
  ['false', false],
  ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ['loopback', 'loopback'],
])('TRUST_PROXY %s is understood', (given, meant) => {
  expect(loadServerConfig({ DATA_DIR: dataDir, TRUST_PROXY: given }).trustProxy).toBe(meant);
});

test.each(['2', '10.0.0.0/33', 'proxy', '10.0.0.1,'])('TRUST_PROXY %s stops the start', (given) => {
  expect(() => loadServerConfig({ DATA_DIR: dataDir, TRUST_PROXY: given })).toThrow(/^TRUST_PROXY: se esperaba/u);
});

test('the key is made once, readable by its owner only', () => {
  const first = loadServerConfig({ DATA_DIR: path.join(dataDir, 'new') }).secretKey;
  const file = path.join(dataDir, 'new', 'secret.key');
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadServerConfig({ DATA_DIR: path.join(dataDir, 'new') }).secretKey).toBe(first);
});

test('servers that start at once on one folder read one key, and nothing else is left', async () => {
  const program = `import { loadServerConfig } from ${JSON.stringify(path.join(import.meta.dirname, 'config.ts'))};
    process.stdout.write(loadServerConfig({ DATA_DIR: ${JSON.stringify(dataDir)} }).secretKey);`;
  const start = async (): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    return stdout;
  };
  const keys = await Promise.all(Array.from({ length: 4 }, start));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]?.length).toBeGreaterThanOrEqual(43);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
});

test('a damaged key file and a missing key beside DATABASE_URL stop the start', () => {
  writeFileSync(path.join(dataDir, 'secret.key'), 'short');
  expect(() => loadServerConfig({ DATA_DIR: dataDir })).toThrow('secret.key está dañado');
  expect(() => loadServerConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@db/x' })).toThrow(
    /^SECRET_KEY: con DATABASE_URL se esperaba una clave/u,
  );
});
