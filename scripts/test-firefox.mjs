// Plays the core journeys in Firefox: sign-in, import, a start without the server, an edit, sync. Not part of `npm test`.
// Over WebDriver BiDi, which every Firefox has: Playwright's needs a Firefox of its own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const path = process.env.HOLDFAST_FIREFOX ?? PLACES.find((place) => existsSync(place));
if (path === undefined || !existsSync(path)) {
  console.error(
    `NOTHING WAS TESTED: there is no Firefox${path === undefined ? '' : ` at ${path} (HOLDFAST_FIREFOX)`}. Install the package firefox-esr (Debian: sudo apt-get install firefox-esr) or firefox, or set HOLDFAST_FIREFOX to its path.`,
  );
  process.exit(1);
}
const { buildIfChanged } = await import('./build.mjs');
await buildIfChanged();
// Node.js before 22 has web sockets behind a flag.
const flags = typeof WebSocket === 'undefined' ? ['--experimental-websocket'] : [];
const { status } = spawnSync(process.execPath, [...flags, '--import', 'tsx', '--test', 'tests/firefox/journeys.ts'], {
  cwd: root,
  env: { ...process.env, HOLDFAST_FIREFOX: path },
  stdio: 'inherit',
});
process.exit(status ?? 1);
