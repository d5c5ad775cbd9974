import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { build as bundle } from 'esbuild';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import packageFile from './package.json' with { type: 'json' };
import { chunkOf, workerChunkOf } from './scripts/chunk-of.ts';
import { guidePlugin } from './scripts/guide-plugin.ts';
import { scriptPreload } from './scripts/script-preload.ts';
import { testProjects } from './scripts/test-projects.ts';

/** Addresses are relative, so that one build serves under any path (`src/sync/network/api-base.ts`). */
const base = './';

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src',
  filename: 'sw.ts',
  registerType: 'prompt',
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*.{js,css,html,woff2,svg,png,webp,webmanifest}'],
    // What a static host shows instead of a page that it does not have.
    globIgnores: ['404.html'],
    maximumFileSizeToCacheInBytes: 4_000_000,
  },
  manifest: {
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
      define: { 'import.meta.env': JSON.stringify({ BASE_URL: base }), 'import.meta.url': '""' },
    });
    this.emitFile({ type: 'asset', name: 'background-sync.js', source: outputFiles[0]?.text ?? '' });
  },
};

const { unit, server, dom } = testProjects();
const PLAIN = { environment: 'node', setupFiles: ['tests/setup.ts'] };
const PAGE = {
  environment: 'happy-dom',
  // A link that leads out of the app would take the page from the files that follow.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  setupFiles: ['tests/setup.ts', 'tests/dom-setup.ts'],
};

export default defineConfig({
  base,
  plugins: [react(), guidePlugin, scriptPreload, backgroundSync, pwa],
  define: {
    __APP_VERSION__: JSON.stringify(packageFile.version),
    __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? ''),
  },
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    sourcemap: true,
    // Every supported browser preloads scripts by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        strictExecutionOrder: true,
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: workerChunkOf, includeDependenciesRecursively: false }] } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: {
    // Only what hangs is to end so: a test takes its time on a machine that does other things too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // What a test makes is soon thrown away: in a larger nursery little of it has to be moved, a seventh of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // The default leaves one core idle, which on two is half of the machine; and tests of screens wait a third of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      // Files share a process and what it has loaded; for that none of them mocks a module (.oxlintrc.json).
      { extends: true, test: { name: 'unit', ...PLAIN, isolate: false, include: unit } },
      {
        extends: true,
        test: {
          name: 'server',
          ...PLAIN,
          globalSetup: ['tests/postgres-setup.ts', 'tests/server-setup.ts'],
          isolate: false,
          include: server,
        },
      },
      { extends: true, test: { name: 'dom', ...PAGE, isolate: false, include: dom } },
    ],
  },
});
