import { expect } from '@playwright/test';
import { test } from './journeys/journey.ts';

test('a script that somebody gets into the page does not run', async ({ page }) => {
  await page.goto('login');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  const refusals = await page.evaluate(async () => {
    const stopped: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      stopped.push(effectiveDirective);
    });
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch {
        stopped.push('thrown');
      }
    };
    attempt(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
    });
    attempt(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.ran = true">');
    });
    attempt(() => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<script>parent.ran = true</script>';
      document.body.append(frame);
    });
    // An image that fails says so: what stands in its attribute had its turn then.
    await new Promise((resolve) => {
      const image = new Image();
      image.addEventListener('error', resolve);
      attempt(() => {
        image.setAttribute('onerror', 'window.ran = true');
      });
      image.src = 'data:,';
      document.body.append(image);
    });
    return stopped.length;
  });
  expect(refusals).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
});
