// npm run screenshots: takes the README's pictures from this very build, one per question.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureChromium, ensureInstalled, root } from './shared/prepare.mjs';
import { freePort, serveApp } from './shared/serve.mjs';

const folder = path.join(root, 'public/screenshots');

/** name, path, what must be there before the picture is taken, and its height where the whole page is to be seen */
const pictures = [
  ['overview', '/', '[data-testid=finding-card]', 1500],
  ['zones', '/zones', '[data-testid=chart-frame]', 2300],
  ['not-found', '/not-found', '[data-testid=chart-frame]', 1500],
  ['rollouts', '/rollouts', '[data-testid=chart-frame]', 1500],
  ['hops', '/hops', '[data-testid=hop-row]', 1900],
];

ensureInstalled();
const executablePath = ensureChromium();
ensureBuilt();
const { chromium } = await import('playwright-core');
const app = await serveApp({ port: await freePort(), env: { WEIR_RECORDINGS: path.join(root, 'public/recordings') } });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'] });
try {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ viewport: { width: 1440, height: 1500 }, timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [name, pathname, ready, height] of pictures) {
    await page.setViewportSize({ width: 1440, height });
    await page.goto(app.url + pathname);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`${name}.png`);
  }
  await page.setViewportSize({ width: 1440, height: 1500 });
  // The fourth question, hops: from the first finding of a rollout to a trace that proves it.
  await page.goto(`${app.url}/rollouts`);
  await page.locator('a[href*="/traces?"]').first().click();
  await page.locator('table a[href*="/traces/"]').first().click();
  await page.locator('[data-testid=verdict]').waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(folder, 'trace.png') });
  console.log('trace.png');
} finally {
  await browser.close();
  await app.stop();
}
