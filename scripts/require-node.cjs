// Preloaded before ensure-setup.mjs, in syntax that every Node reads: one that is too old says so, not a SyntaxError.
var version = process.versions.node;
var parts = version.split('.');
if (Number(parts[0]) < 20 || (Number(parts[0]) === 20 && Number(parts[1]) < 19)) {
  console.error(
    'Vocero necesita Node 20.19 o más nuevo (encontrado: ' +
      version +
      '). Instálalo desde https://nodejs.org y repite el comando.',
  );
  process.exit(1);
}
