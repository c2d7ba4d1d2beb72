import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Browser } from 'playwright-core'
import { BROWSER_TIMEOUT_MS, startBrowser } from '../support/browser.ts'
import { withDemo } from '../support/pasted-commands.ts'

test('the documentation of the demo: its text is there at once, one click gets a token, and only readers on this machine see the secret', async (t) => {
  const browser = await startBrowser()
  if (!browser) return t.skip('Chromium is not installed')
  t.after(() => browser.close())
  await withDemo(async ({ url }) => {
    await assertTextFirst(browser, `${url}/docs`)
    const page = await browser.newPage()
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS)

    const { host } = new URL(url)
    const secret = 'clientSecret'
    assert.ok((await referenceOf(url, { host })).includes(secret), 'a reader on this machine')
    assert.ok(!(await referenceOf(url, { host: 'giro.example' })).includes(secret), 'under another name')
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
      assert.ok(!(await referenceOf(url, { host, [name]: '192.0.2.7' })).includes(secret), `forwarded: ${name}`)

    await page.goto(`${url}/docs/reference`)
    const [answered] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/protocol/openid-connect/token')),
      page.getByRole('button', { name: 'Authorize', exact: true }).first().click(),
    ])
    assert.equal(answered.status(), 200)
    const { access_token: token } = await answered.json()
    const customers = await fetch(`${url}/v2/customers?page=1&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(customers.status, 200, await customers.text())
  })
})

/** The page shows its text while none of its scripts runs and nothing else is answered. */
async function assertTextFirst(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  await page.route('**', (route) => (route.request().url() === url ? route.continue() : undefined))
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Get a token' }).waitFor()
  await page.close()
}

/** The page of the reference, asked for with these headers: fetch cannot set Host. */
function referenceOf(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) =>
    request(`${url}/docs/reference`, { headers }, (response) => text(response).then(resolve, reject))
      .on('error', reject)
      .end(),
  )
}
