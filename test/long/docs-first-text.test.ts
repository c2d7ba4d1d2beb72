import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { BROWSER_TIMEOUT_MS, startBrowser } from '../support/browser.ts'
import { withDemo } from '../support/pasted-commands.ts'

/** How many times as long as a page of one line the first page of the documentation may take. */
const MAX_RATIO = 10
/** A page of one line can take less than the clock of the browser measures. */
const MIN_LINE_MS = 20

test('the first text of the documentation takes no more than ten times as long as a page of one line', async (t) => {
  const browser = await startBrowser()
  if (!browser) return t.skip('Chromium is not installed')
  t.after(() => browser.close())
  await withDemo(async ({ url }) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
    await page.goto(`${url}/health/live`)
    const line = await firstTextMs(page, `${url}/health/live`)
    const docs = await firstTextMs(page, `${url}/docs`)
    t.diagnostic(`first text after ${Math.round(docs)} ms, of a page of one line after ${Math.round(line)} ms`)
    assert.ok(docs <= Math.max(line, MIN_LINE_MS) * MAX_RATIO, `${docs} ms against ${line} ms`)
  })
})

/** From the navigation to the first text that the browser paints. */
async function firstTextMs(page: Page, url: string): Promise<number> {
  await page.goto(url)
  const entry = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  return Number(await entry.jsonValue())
}
