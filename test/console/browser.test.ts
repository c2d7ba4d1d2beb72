import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import axe from 'axe-core'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { fixedClock } from '../../src/kernel/clock.ts'
import { ENTITLEMENTS } from '../../src/tokens/entitlements.ts'
import { BROWSER_TIMEOUT_MS, requireConsole, startBrowser } from '../support/browser.ts'
import { movingClock } from '../support/clocks.ts'
import { openCookieBrowser } from '../support/cookie-browser.ts'
import { chooseFirst, press, tabTo, typeInto } from '../support/keyboard.ts'
import { approvePending } from '../support/second-person.ts'
import { acceptInvitation, authenticatorOf, PASSWORD, type SigningPerson } from '../support/signing-person.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'

const USERS = '/api/user-management/v1/customers'

/** Stands still, so that the codes of an authenticator app work however long typing them takes. */
const tokenClock = fixedClock('2026-07-01T14:00:00Z')

/** Passkeys belong to a name, so that the pages are opened by it. */
const HOST = 'localhost'

let service: TestService
let pages: string
let payer: Payer
let browser: Browser | undefined
let operator: SigningPerson
/** The session of the operator, for tests that are not about signing in. */
let session: BrowserContext
let approver: SigningPerson

before(async () => {
  browser = await startBrowser()
  if (!browser) return
  requireConsole()
  service = await startTestService({
    worker: true,
    publicName: HOST,
    clock: movingClock('2026-07-01T14:00:00Z'),
    tokenClock,
  })
  pages = service.baseUrl.replace('127.0.0.1', HOST)
  const legalEntityAccessSettings = { paymentDualApproval: true, paymentNumberOfApprovers: 1 }
  payer = await createPayer(service, { balance: 100_000, customer: { legalEntityAccessSettings } })
  const institution = String(service.tenant.institution.legalEntityId)
  const byApplication = Map.groupBy(ENTITLEMENTS, (entitlement) => entitlement.split('.')[0]!)
  const applications = [...byApplication].map(([name, held]) => ({
    name,
    entitlements: held.map((entitlement) => entitlement.slice(name.length + 1)),
  }))
  const role = { externalReferenceId: 'all', name: 'Everything', description: 'all', applications }
  await service.call('POST', `${USERS}/${institution}/roles`, role)
  operator = await createPerson(institution)
  approver = await createPerson(institution)
  const page = await openPage('light', 1280)
  await signIn(page, operator)
  session = page.context()
})
after(async () => {
  await browser?.close()
  await service?.stop()
})

async function createPerson(customerUID: string): Promise<SigningPerson> {
  const loginId = `user-${randomUUID()}`
  const names = { firstName: 'Ada', lastName: 'Lund', email: `${loginId}@sample.example` }
  const body = { externalReferenceId: loginId, loginId, ...names, roleNames: ['Everything'] }
  const reply = await service.call('POST', `${USERS}/${customerUID}/users`, body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  await approvePending(service, customerUID)
  await service.call('PUT', `${USERS}/${customerUID}/users/${reply.body.userId}/activate`)
  return acceptInvitation(service, { customerUID, userId: reply.body.userId, loginId }, openCookieBrowser(pages))
}

const HEIGHT = 800

/** What the pages complained about: refused by their policy, or an error of the script. */
const complaints: string[] = []

async function openPage(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const context = await browser!.newContext({ viewport: { width, height: HEIGHT }, colorScheme })
  return openPageOf(context)
}

async function openPageOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
  })
  return page
}

/** A page in the session of the operator, in the first room. */
async function openConsole(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const page = await openPageOf(session)
  await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme })
  await page.goto(`${pages}/console`)
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  return page
}

/** Signs in with the keyboard alone, as far as the first room. */
async function signIn(page: Page, person: Pick<SigningPerson, 'loginId' | 'code'>, password = PASSWORD): Promise<void> {
  await page.goto(`${pages}/console`)
  await press(page, page.getByRole('button', { name: service.tenant.institution.name }))
  await typeInto(page, page.locator('input[name=loginId]'), person.loginId)
  await typeInto(page, page.locator('input[name=password]'), password)
  await page.keyboard.press('Enter')
  await enterCode(page, person.code())
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await typeInto(page, page.locator('input[name=code]'), code)
  await page.keyboard.press('Enter')
}

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Goes to a room, or runs a command, by its name. */
async function goTo(page: Page, command: string, heading = command): Promise<void> {
  await page.keyboard.press('Control+k')
  await typeInto(page, page.getByLabel('Room or command'), command)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

/** The second factor again, and back to where it was asked for. */
async function stepUp(page: Page, code: () => string): Promise<void> {
  await press(page, button(page, 'Confirm with the second factor'))
  await enterCode(page, code())
  await press(page, page.getByRole('link', { name: 'Skip to the content' }))
}

/** The operator creates and invites a user. Returns the login and the link. */
async function inviteByKeyboard(page: Page, code: () => string): Promise<{ loginId: string; link: string }> {
  const loginId = `maker-${randomUUID()}`
  await goTo(page, 'Users and clients')
  const dialog = page.getByRole('dialog')
  await press(page, button(page, 'New user'))
  const fields = { Login: loginId, 'First name': 'Mia', 'Last name': 'Berg', Email: `${loginId}@sample.example` }
  for (const [label, text] of Object.entries({ ...fields, Role: 'Everything' }))
    await typeInto(page, dialog.getByLabel(label), text)
  await page.keyboard.press('Enter')
  await stepUp(page, code)
  await press(page, button(page, 'New user'))
  await press(page, button(dialog, 'New user'))
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: loginId })
  for (const action of ['Activate', 'Invite']) {
    await page.keyboard.press('r')
    await press(page, button(row, action))
    await press(page, button(dialog, action))
    if (action === 'Activate') await dialog.waitFor({ state: 'hidden' })
  }
  const link = await dialog.locator('code').innerText()
  await page.keyboard.press('Escape')
  return { loginId, link }
}

/** Accepts the invitation with an app, adds a passkey to the account, and signs in with it. */
async function enrolByKeyboard(page: Page, { loginId, link }: { loginId: string; link: string }): Promise<void> {
  await addAuthenticator(page)
  await page.goto(link)
  await typeInto(page, page.locator('input[name=password]'), PASSWORD)
  await typeInto(page, page.locator('input[name=again]'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
  const code = authenticatorOf({ text: await page.content() }, tokenClock)
  await enterCode(page, code())
  await press(page, button(page, 'I have kept the codes'))
  await page.getByRole('heading', { name: 'You can sign in now' }).waitFor()
  await signIn(page, { loginId, code })
  await goTo(page, 'Your account')
  await stepUp(page, code)
  await press(page, button(page, 'Add a passkey'))
  await button(page, 'Remove the passkey').waitFor()
  await button(page, 'Remove the authenticator app').waitFor()
  assert.deepEqual(await violationsIn(page), [])
  await goTo(page, 'Sign out', 'Giro console')
  await press(page, page.getByRole('button', { name: service.tenant.institution.name }))
  await press(page, button(page, 'Sign in with a passkey'))
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

/** An authenticator of the browser that says yes to everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const verifies = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...verifies, automaticPresenceSimulation: true },
  })
}

/**
 * Makes a wire after its preview. Pay is pressed twice, and the first answer is lost on the way.
 * Returns the address of the payment.
 */
async function payByKeyboard(page: Page, reference: string): Promise<string> {
  const keys: (string | undefined)[] = []
  await page.route('**/v3/payments/creditrequest', async (route) => {
    keys.push(route.request().headers()['idempotent-key'])
    const answer = await route.fetch()
    await (keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer }))
  })
  await goTo(page, 'Payments: new', 'New payment')
  await typeInto(page, page.getByLabel('UID of the customer that pays'), payer.customerUID)
  await chooseFirst(page, page.getByLabel('From account'))
  await chooseFirst(page, page.getByLabel('To contact'))
  await typeInto(page, page.getByLabel('Amount'), '125.50')
  await typeInto(page, page.getByLabel('Speed'), 'Express')
  await typeInto(page, page.getByLabel('Reference'), reference)
  await page.keyboard.press('Enter')
  await page.getByText('This is what will happen').waitFor()
  await page.keyboard.press('Enter')
  assert.deepEqual(keys, [], 'a second Enter pays nothing')
  await press(page, button(page, 'Pay'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/payments\/[\da-f-]{36}$/)
  await page.getByText('Pending approval').first().waitFor()
  assert.ok(keys.length > 1 && keys[0], 'it was sent again')
  assert.equal(new Set(keys).size, 1, 'whatever is sent again has the same key')
  assert.equal((await paymentsLike({ externalReferenceId: reference })).length, 1)
  return new URL(page.url()).pathname
}

/** The payments of a search, in the order of the API and page by page. */
async function paymentsLike(filter: Record<string, string>): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ ...filter, page: String(page), limit: '50' })
    const { data } = (await service.call('GET', `/v3/payments/search?${query}`)).body
    found.push(...data)
    if (data.length < 50) return found
  }
}

async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source};0`)
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

test('by keyboard alone: invite, enrol, pay by wire, approve as another, see it go, find it, export', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  const inviting = await openConsole('light', 1280)
  const invited = await inviteByKeyboard(inviting, operator.code)
  const maker = await openPage('light', 1280)
  await enrolByKeyboard(maker, invited)
  const tokens = await maker.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
  assert.doesNotMatch(String(tokens), /eyJ|giro-console/, 'the page can read a token or the cookie')
  const reference = `wire-${randomUUID().slice(0, 8)}`
  const paid = await payByKeyboard(maker, reference)
  await tabTo(maker, maker.getByRole('tab', { name: 'Payment', exact: true }))
  await maker.keyboard.press('ArrowRight')
  await maker.getByText('Pending approval', { exact: true }).last().waitFor()

  const other = await openPage('dark', 1280)
  await signIn(other, approver)
  await goTo(other, 'Approvals')
  await press(other, other.getByRole('link', { name: reference }))
  await other.waitForURL(`**${paid}`)
  const dialog = other.getByRole('dialog')
  await press(other, button(other, 'Approve'))
  await press(other, button(dialog, 'Approve'))
  await stepUp(other, approver.code)
  await press(other, button(other, 'Approve'))
  await press(other, button(dialog, 'Approve'))
  await dialog.waitFor({ state: 'hidden' })

  // The page of the maker was not touched: it hears of it.
  await maker.getByText(/→ Processed$/).waitFor()
  assert.deepEqual(await maker.getByText(/^[\w ]+ → [\w ]+$/).allInnerTexts(), [
    'Pending approval → Validated',
    'Validated → Ready to transmit',
    'Ready to transmit → Transmitted',
    'Transmitted → Processed',
  ])
  await maker.keyboard.press('ArrowLeft')
  const imad = await maker.locator('dt', { hasText: 'IMAD' }).locator('xpath=following-sibling::dd[1]').innerText()
  assert.match(imad, /^20260701[A-Z\d]{8}\d{6}$/)
  await maker.keyboard.press('/')
  await maker.keyboard.type(imad)
  await maker.keyboard.press('Enter')
  await press(maker, maker.getByRole('link', { name: reference }))
  await maker.waitForURL(`**${paid}`)
  assert.deepEqual(complaints, [])
})

test('by keyboard: another app in place of the first, and another password; then only these sign in', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  const person = await createPerson(String(service.tenant.institution.legalEntityId))
  const page = await openPage('dark', 360)
  await signIn(page, person)
  await goTo(page, 'Your account')
  await stepUp(page, person.code)
  await press(page, button(page, 'Replace the authenticator app'))
  const field = page.getByLabel('Six digits')
  await field.waitFor()
  assert.deepEqual(await violationsIn(page), [])
  const text = `Key: <code>${await page.locator('code').innerText()}</code>`
  const code = authenticatorOf({ text }, tokenClock)
  await typeInto(page, field, code())
  await page.keyboard.press('Enter')
  await page.getByText('Your recovery codes: shown only now').waitFor()
  const password = 'copper lantern orchard mile'
  await press(page, button(page, 'Change the password'))
  await typeInto(page, page.getByLabel('Present password'), PASSWORD)
  await typeInto(page, page.getByLabel('New password').first(), password)
  await typeInto(page, page.getByLabel('New password, again'), password)
  assert.deepEqual(await violationsIn(page), [])
  await page.keyboard.press('Enter')
  // The page begins again by itself, after it may have said that the session has ended. Who goes
  // there meanwhile may wait for ever.
  await page.waitForURL(`${pages}/console`)
  await signIn(page, { loginId: person.loginId, code }, password)
  assert.deepEqual(complaints, [])
})

/** The console reads 200 rows at a time. */
const MORE_THAN_A_PAGE = 201
/** 1.10 and 1.1 are the same amount. */
const plain = (line: string) => line.replaceAll(/(?<=,)(\d+)\.(\d*?)0+(?=,)/g, '$1.$2').replaceAll('.,', ',')

test('the CSV of a list has what the pages of the API have, by the same filter', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  const prefix = `csv-${randomUUID().slice(0, 8)}`
  const names = Array.from({ length: MORE_THAN_A_PAGE }, (_, place) => `${prefix}-${place}`)
  await Promise.all(
    names.map(async (externalReferenceId, place) => {
      const body = creditBody(payer, { externalReferenceId, paymentAmount: (100 + place) / 100, paymentNotes: prefix })
      const reply = await service.call('POST', '/v3/payments/creditrequest', body)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
    }),
  )
  const page = await openConsole('light', 1280)
  await goTo(page, 'Payments')
  await typeInto(page, page.getByLabel('State'), 'Pending approval')
  await page.getByRole('link', { name: prefix }).first().waitFor()
  const saving = page.waitForEvent('download')
  await press(page, button(page, 'CSV'))
  const [heads, ...lines] = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n')
  assert.equal(heads, 'Reference,State,Rail,Sender,Receiver,Amount,Date')
  const listed = await paymentsLike({ status: 'PENDING_APPROVAL' })
  assert.ok(listed.length >= MORE_THAN_A_PAGE)
  const expected = listed.map((payment) =>
    ['externalReferenceId', 'status', 'deliveryMethod', 'senderName', 'beneficiaryName', 'senderAmount', 'paymentDate']
      .map((field) => String(payment[field] ?? ''))
      .join(','),
  )
  assert.deepEqual(lines.map(plain), expected.map(plain))
  assert.deepEqual(complaints, [])
})

/** Goes to a room as its link does: without loading the console again. */
async function enter(page: Page, room: string): Promise<void> {
  // A part of the room that is open already keeps its heading.
  if (room.includes('?')) await page.goto(`${pages}/console/${room}`)
  else
    await page.evaluate(`
      document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-left', ''))
      history.pushState({}, '', '/console/${room}')`)
  await page.locator('h1:not([data-left])').first().waitFor()
}

test('no room has a fault that axe finds, in light at 1280 px and in dark at 360 px, or scrolls sideways', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  // The first is not the room in which signing in ends.
  const rooms = ['approvals', 'today', 'exceptions', 'payments', 'payments/new', 'receipts', 'files', 'messages']
  const others = [
    'account',
    'obligations',
    'customers',
    'accounts',
    'ledger',
    'fx',
    'terms',
    'people',
    'audit',
    'webhooks',
    'institution',
    'payment-files',
    'payment-files/new',
    'ledger?part=days',
    'ledger?part=exports',
    'terms?part=fees',
  ]
  const faults: string[] = []
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    const page = await openConsole(scheme, width)
    for (const room of [...rooms, ...others]) {
      await enter(page, room)
      await page.getByLabel('Loading').first().waitFor({ state: 'hidden' })
      faults.push(...(await violationsIn(page)).map((fault) => `${room} ${scheme} ${fault}`))
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth + 1')
      if (isWide) faults.push(`${room} is wider than ${width} px`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(complaints, [])
})

test('a file of payments is looked at, sent once, and shows what became of each; its faults are named', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  const page = await openConsole('light', 360)
  await page.goto(`${pages}/console/payment-files/new?customerUID=${payer.customerUID}`)
  const heads = 'externalReferenceId,amount,currency,speed,contactUID,senderAccountUID'
  const reference = `file-${randomUUID().slice(0, 8)}`
  const send = async (amount: string) => {
    const row = `${reference},${amount},USD,Economy,${payer.contactUID},${payer.accountUID}`
    const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(`${heads}\n${row}\n`) }
    await page.getByLabel('File (choose one').setInputFiles(file)
    await page.getByText('suppliers.csv: CSV, 1 payment').waitFor()
    await page.getByRole('button', { name: 'Send the file' }).click()
  }
  await send('much')
  await page.getByRole('alert').getByText('amount').first().waitFor()
  await send('12.50')
  await page.waitForURL(/\/payment-files\/\d+\.csv\.[\da-f-]+$/)
  await page.getByText(reference).first().waitFor()
  assert.deepEqual(await violationsIn(page), [])
  assert.deepEqual(complaints, [])
})

test('a limit is changed with the present one in sight, and waits for a second person under dual control', async (t) => {
  if (!browser) return t.skip('no Chromium is installed')
  const setDualControl = (dualControl: boolean) => service.call('PUT', '/v1/institution', { dualControl })
  assert.equal((await setDualControl(true)).status, 200)
  t.after(async () => {
    await setDualControl(false)
    await approvePending(service, String(service.tenant.institution.legalEntityId))
  })
  const page = await openConsole('dark', 1280)
  await page.goto(`${pages}/console/terms`)
  await page.getByRole('button', { name: 'Set a limit for each customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Limit').selectOption('BOOK_PAYMENT_LIMIT_PER_DAY')
  await dialog.getByLabel('Amount').fill('75000')
  assert.deepEqual(await violationsIn(page), [])
  await dialog.getByRole('button', { name: 'Set a limit for each customer' }).click()
  await dialog.getByText('Waits for a second person').waitFor()
  await dialog.getByRole('link', { name: 'Open the approval' }).click()
  await page.getByText('You made this. Another person must approve it.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled(), true)
  assert.equal((await service.call('GET', '/v1/institution/limits')).body.data.limits.length, 0)
  assert.deepEqual(complaints, [])
})
