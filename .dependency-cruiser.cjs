// Who may import whom (ARCHITECTURE.md). Errors, from the first day.
const tests = '\\.(test|kill-test)\\.tsx?$';
const campaigns = '^src/server/features/campaigns';
/** The rooms of campaigns, the ground floor first. Each imports itself and those before it. */
const rooms = ['rules', 'people', 'campaign', 'outcome', 'dispatch', 'reads'];
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '/migrations/', '^src/client/public/'] },
      to: {},
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'], pathNot: ['\\.css$', '\\?worker$'] },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: ['\\?'] } },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: tests },
      // The format alone: plans are far too much for a first load.
      to: { pathNot: ['^src/contract/', '^src/phone/international-format\\.ts$', '^node_modules/zod/'] },
    },
    {
      name: 'labels-import-contract-only',
      severity: 'error',
      // Labels of one feature stand beside it.
      from: { path: '^src/labels/|-es\\.ts$', pathNot: tests },
      to: { pathNot: ['^src/labels/', '^src/contract/', '-es\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'phone-imports-its-library-only',
      severity: 'error',
      from: { path: '^src/phone/', pathNot: tests },
      to: { pathNot: ['^src/phone/', '^node_modules/libphonenumber-js/'] },
    },
    {
      name: 'numbering-plans-behind-phone',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/phone/', tests] },
      to: { path: '^node_modules/libphonenumber-js/' },
    },
    {
      name: 'files-import-phone-and-columns-only',
      severity: 'error',
      from: { path: '^src/files/', pathNot: [tests, '^src/files/testing/'] },
      to: { pathNot: ['^src/files/', '^src/phone/', '^src/contract/recipient-file\\.ts$'] },
    },
    {
      name: 'retell-imports-zod-and-crypto-only',
      severity: 'error',
      from: { path: '^src/retell/', pathNot: [tests, '^src/retell/testing/'] },
      to: { pathNot: ['^src/retell/', '^node_modules/zod/', '^(node:)?crypto$'] },
    },
    {
      name: 'client-stays-in-the-browser',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: ['^src/(server|retell|simulator)/'] },
    },
    {
      name: 'client-no-node',
      severity: 'error',
      from: { path: '^src/client/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-not-client-nor-simulator',
      severity: 'error',
      from: { path: '^src/server/', pathNot: [tests, '^src/server/testing/'] },
      to: { path: '^src/(client|simulator)/' },
    },
    {
      name: 'simulator-imports-retell-only',
      severity: 'error',
      from: { path: '^src/simulator/', pathNot: tests },
      to: { path: '^src/(?!simulator/|retell/)' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/platform/' },
      to: { path: '^src/server/features/' },
    },
    {
      name: 'features-enter-by-index',
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/' },
      to: { path: '^src/server/features/([^/]+)/', pathNot: ['^src/server/features/$1/', '/index\\.ts$'] },
    },
    {
      name: 'others-enter-features-by-index',
      severity: 'error',
      from: { path: '^(src/server/(app|main|testing)|scripts|bench|e2e)' },
      to: { path: '^src/server/features/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'client-features-apart',
      severity: 'error',
      from: { path: '^src/client/features/([^/]+)/' },
      to: { path: '^src/client/features/([^/]+)/', pathNot: '^src/client/features/$1/' },
    },
    {
      name: 'client-features-composed-by-app',
      severity: 'error',
      from: { path: '^src/client/', pathNot: ['^src/client/(app|features)/', tests] },
      to: { path: '^src/client/features/' },
    },
    {
      name: 'client-ui-is-presentational',
      severity: 'error',
      from: { path: '^src/client/ui/', pathNot: tests },
      to: { path: '^src/client/(api|session|features|app)/' },
    },
    ...rooms.map((room, floor) => ({
      name: `campaigns-${room}-imports-downwards`,
      severity: 'error',
      from: { path: `${campaigns}/${room}/`, pathNot: tests },
      to: { path: `${campaigns}/(${[...rooms.slice(floor + 1), '[^/]+\\.ts$'].join('|')})` },
    })),
    {
      name: 'campaign-rules-are-pure',
      severity: 'error',
      from: { path: `${campaigns}/rules/`, pathNot: tests },
      to: { pathNot: [`${campaigns}/rules/`, '^src/(contract|phone|retell)/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-in-stores-and-queries',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          '-(store|query)\\.ts$',
          '^src/server/platform/db/',
          '^src/server/platform/(server-bus|jobs)\\.ts$',
          '^src/server/testing/',
          tests,
        ],
      },
      to: { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sdk-behind-the-port',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/platform/provider/', '^src/retell/testing/', tests] },
      to: { path: '^node_modules/retell-sdk/' },
    },
    {
      // A production copy (scripts/production-files.ts) has no development packages.
      name: 'production-without-development-packages',
      severity: 'error',
      from: {
        path: '^(src/(server|contract|labels|phone|files|retell)/|scripts/(ensure-setup|setup/|command-database|backup|check-provider|emergency-admin|make-admin|pause-campaigns|rebuild-rollups|reset-password|restore))',
        pathNot: [tests, '(^|/)testing/', '^scripts/setup/chromium'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-without-testing',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '(^|/)testing/'] },
      to: { path: '(^|/)testing/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.client.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|demo-data|node_modules/.cache|bench/lighthouse/node_modules)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
