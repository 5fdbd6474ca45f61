// Builds the browser's half into dist/client. `server.proxy` is for `vite dev` beside a running server.
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './scripts/chunk-groups.ts';
import { writeFirstLoads } from './scripts/first-load-files.ts';

const apiServer = process.env['API_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss(), writeFirstLoads()],
  // React has had its own since 18; wouter asks for what stands in before that.
  resolve: {
    alias: {
      'use-sync-external-store/shim/index.js': 'react',
      'react-style-singleton': path.resolve(import.meta.dirname, 'src/client/ui/style-singleton.ts'),
    },
  },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // No list in the entry of what each chunk imports, which would weigh 3 KiB: the screens are fetched ahead as a whole.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': { target: apiServer, changeOrigin: true },
      '/ws': { target: apiServer, ws: true, changeOrigin: true },
    },
  },
});
