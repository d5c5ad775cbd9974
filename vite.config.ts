import react from '@vitejs/plugin-react';
import { build as bundle } from 'esbuild';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { chunkOf } from './scripts/chunk-of.ts';

/** The path under which the app is served, with a slash at both ends; a proxy may put it anywhere. */
const base = process.env['BASE_PATH'] ?? '/';

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,woff2,svg,png,webmanifest}'],
    maximumFileSizeToCacheInBytes: 4_000_000,
  },
  manifest: {
    id: base,
    name: 'Holdfast',
    short_name: 'Holdfast',
    description: 'Transactions, holdings and UK capital gains, on your own device and your own server.',
    lang: 'en-GB',
    categories: ['finance'],
    display: 'standalone',
    start_url: base,
    scope: base,
    theme_color: '#f8f5ee',
    background_color: '#f8f5ee',
    file_handlers: [
      {
        action: `${base}transactions`,
        accept: { 'text/csv': ['.csv'], 'text/tab-separated-values': ['.tsv'], 'text/plain': ['.txt'] },
        launch_type: 'multiple-clients',
      },
    ],
    share_target: {
      action: `${base}share-file`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [
          { name: 'file', accept: ['text/csv', '.csv', 'text/tab-separated-values', '.tsv', 'text/plain', '.txt'] },
        ],
      },
    },
    icons: [
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
});

/** The service worker's sync code: a classic script of its own, because a service worker knows no `import()`. */
const backgroundSync: Plugin = {
  name: 'holdfast-background-sync',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    const { outputFiles } = await bundle({
      entryPoints: ['src/sw-sync.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      minify: true,
      target: 'es2022',
      define: { 'import.meta.env.BASE_URL': JSON.stringify(base) },
    });
    this.emitFile({ type: 'asset', name: 'background-sync.js', source: outputFiles[0]?.text ?? '' });
  },
};

export default defineConfig({
  base,
  plugins: [react(), backgroundSync, pwa],
  define: { __APP_VERSION__: JSON.stringify(process.env['npm_package_version'] ?? '0.1.0') },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: true,
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: {
    // Databases and processes take their time on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As for journeys: on a machine that does other things too a test may need a second try there, and is then named.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // The default leaves one core idle, which on two is half of the machine.
    maxWorkers: '100%',
    projects: [
      // These stub no global and no module, so that files can share a process and what it has loaded.
      {
        extends: true,
        test: {
          name: 'headless',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/setup.ts'],
          include: ['{domain,contract,server,workers,tests}/**/*.test.ts'],
          exclude: ['tests/browser/**'],
        },
      },
      { extends: true, test: { name: 'client', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          setupFiles: ['tests/dom-setup.ts'],
          include: ['src/**/*.test.tsx'],
        },
      },
    ],
  },
});
