import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The path under which the app is served, with a slash at both ends; a proxy may put it anywhere. */
const base = process.env['BASE_PATH'] ?? '/';

export default defineConfig({
  base,
  plugins: [react()],
  build: { outDir: 'dist/client', target: 'es2022', sourcemap: true },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', environment: 'node', include: ['{domain,contract,server,workers,tests,src}/**/*.test.ts'], exclude: ['tests/browser/**'] } },
      { extends: true, test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.test.tsx'] } },
    ],
  },
});
