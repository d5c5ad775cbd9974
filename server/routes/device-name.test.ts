import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0`, 'Edge on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-G991B) ${KIT} SamsungBrowser/25.0 Chrome/121.0 Mobile`,
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Mobile/15E148 Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari on Mac'],
  ['Mozilla/5.0 (Haiku) Firefox/100.0', 'Firefox'],
  ['holdfast-terminal', 'Holdfast in a terminal'],
  ['curl/8.5.0', null],
  ['', null],
  [undefined, null],
])('a device that says %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
