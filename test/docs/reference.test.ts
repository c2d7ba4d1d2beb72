import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/main/operations.ts'
import { BROWSER_TIMEOUT_MS, startBrowser } from '../support/browser.ts'
import { startTestService } from '../support/test-service.ts'

test('a browser shows the reference: each operation once, no other hosts, and no console errors', async (t) => {
  const browser = await startBrowser()
  if (!browser) return t.skip('Chromium is not installed')
  t.after(() => browser.close())
  const service = await startTestService()
  t.after(() => service.stop())
  const page = await browser.newPage()
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.baseUrl) && !request.url().startsWith('data:')) complaints.push(request.url())
  })

  await page.goto(`${service.baseUrl}/docs#tag/payments/POST/v3/payments/creditrequest`)
  await page.getByRole('heading', { name: 'Pay a contact', exact: true }).waitFor()
  assert.ok(await page.getByText('Also at /payments/creditrequest.').isVisible())
  const links = page.locator('a[href^="#tag/payments/"]')
  const listed = await links.evaluateAll((all) =>
    all.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')),
  )
  const payments = operations.filter(({ tag }) => tag === 'Payments')
  assert.deepEqual(
    listed,
    payments.map(({ method, paths }) => `#tag/payments/${method}${paths[0]}`),
  )
  assert.deepEqual(complaints, [])
})
