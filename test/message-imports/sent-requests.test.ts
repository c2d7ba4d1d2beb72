import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messageImportSweeps } from '../../src/message-imports/message-imports.jobs.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { type InstantBank, openInstantBank } from '../support/instant-bank.ts'
import { heard, type OperatedRail, paymentRequestAnswer } from '../support/iso20022/instant-operator.ts'
import { assertValid, withSchemas } from '../support/iso20022/schemas.ts'
import { sweepNamed } from '../support/sweeps.ts'
import { contactBody, createPayer, type Payer, type TestClient } from '../support/test-service.ts'

const PATH = '/v3/paymentrequests/sent'

for (const rail of ['FEDNOW', 'RTP'] as const)
  describe(`requests for payment over ${rail}`, () => {
    let bank: InstantBank
    let payee: Payer
    let stranger: TestClient
    before(async () => {
      bank = await openInstantBank(rail)
      dataOf(await bank.call('PUT', '/v1/institution', { instantNetwork: rail }))
      payee = await createPayer(bank.service, { balance: 0 })
      const other = await createPayer(bank.service, { balance: 0 })
      stranger = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(other.customerUID) })
    })
    after(() => bank.stop())

    let words = 0
    const asks = (body: object = {}, client?: TestClient) => {
      const { accountUID, contactUID } = payee
      const request = { accountUID, contactUID, amount: '125.50', remittance: 'Invoice 118', ...body }
      return bank.service.call('POST', PATH, request, client ? { client } : {})
    }
    /** A request whose message is on the wire. */
    async function asked(body: object = {}) {
      const request = dataOf(await asks(body))
      const bytes = await bank.hears('pain.013.001.07')
      const message = heard(bytes)
      assert.ok(message.type === 'pain.013.001.07')
      return { request, bytes, document: message.document }
    }
    const read = async (requestUID: string) =>
      dataOf(await bank.call('GET', `${PATH}?page=1&limit=1&requestUID=${requestUID}`))[0]
    async function answers(document: Awaited<ReturnType<typeof asked>>['document'], status: string, code?: string) {
      const terms = { us: bank.us, now: bank.clock.now(), suffix: `ANSWER${++words}`, status, ...(code && { code }) }
      await bank.says(paymentRequestAnswer(rail as OperatedRail, terms, document))
    }
    async function pays({ endToEndId }: { endToEndId: string }, amount = '125.50') {
      const credit = bank.credit({ amount, account: String(payee.accountNumber), endToEndId })
      await bank.says(credit.bytes)
      await bank.hears('pacs.002.001.10')
      return credit
    }
    const follow = () => sweepNamed(messageImportSweeps, 'message-imports: follow sent requests')
    const follows = () => follow().run(bank.service.app, bank.institution)
    const eventsOf = async (requestUID: string) =>
      (
        await bank.service.query<{ type: string }>('select type from events where subject_id = $1 order by id', [
          requestUID,
        ])
      ).map(({ type }) => type.replace('sentPaymentRequest.', ''))

    test('it says who asks whom for what and until when, as the network writes it', async () => {
      const { request, document } = await asked({ amountModificationAllowed: true, expiryDate: '2026-07-20' })
      assert.deepEqual([request.rail, request.status, request.amount], [rail, 'Open', '125.50'])
      const { PmtInf } = document.CdtrPmtActvtnReq
      const transfer = PmtInf[0]!.CdtTrfTx[0]!
      assert.deepEqual(
        [PmtInf[0]!.ReqdExctnDt.Dt, PmtInf[0]!.XpryDt?.Dt, transfer.PmtId.EndToEndId, transfer.Amt.InstdAmt],
        ['2026-07-01', '2026-07-20', request.endToEndId, { Ccy: 'USD', value: '125.50' }],
      )
      assert.equal(transfer.CdtrAcct?.Id.Othr?.Id, String(payee.accountNumber))
      assert.equal(PmtInf[0]!.DbtrAcct?.Id.Othr?.Id, contactBody().contactBank.accountNo)
      assert.deepEqual(transfer.PmtCond, { AmtModAllwd: true, EarlyPmtAllwd: true, GrntedPmtReqd: false })
      assert.deepEqual(transfer.RmtInf?.Ustrd, ['Invoice 118'])
    })

    test('its message is valid by the schema of the network', withSchemas, async () => {
      assertValid((await asked()).bytes, { network: rail === 'FEDNOW' ? 'fednow' : 'rtp' })
    })

    test('it is accepted, and paid when the money with its reference is on the account', async () => {
      const { request, document } = await asked()
      await answers(document, 'ACTC')
      assert.equal((await read(request.requestUID)).status, 'Accepted')
      const credit = await pays(request)
      assert.equal(await follows(), 0, 'the money has not settled')
      await bank.tells(credit)
      await follows()
      const paid = await read(request.requestUID)
      assert.equal(paid.status, 'Paid')
      const receipt = dataOf(await bank.call('GET', `/v3/receipts/${paid.receiptUID}`))
      assert.deepEqual([receipt.status, receipt.amount], ['POSTED', '125.50'])
      assert.deepEqual(await eventsOf(request.requestUID), ['created', 'accepted', 'paid'])
      await answers(document, 'RJCT', 'CUST')
      assert.equal((await read(request.requestUID)).status, 'Paid', 'a refusal comes too late')
      assert.equal(await follows(), 0)
      await bank.assertClear()
    })

    test('it is refused with the code, and money that comes all the same pays it', async () => {
      const { request, document } = await asked()
      await answers(document, 'RJCT', 'AM09')
      const refused = await read(request.requestUID)
      assert.deepEqual(
        [refused.status, refused.answerCode, refused.answerReason],
        ['Refused', 'AM09', 'as the payer says'],
      )
      await bank.tells(await pays(request))
      await follows()
      assert.equal((await read(request.requestUID)).status, 'Paid')
    })

    test('a credit that does not settle pays nothing, and the next one does', async () => {
      const { request } = await asked()
      await bank.tells(await pays(request), 'RJCT', 'AC04')
      await follows()
      assert.deepEqual([(await read(request.requestUID)).status, await follows()], ['Open', 0])
      await bank.tells(await pays(request))
      await follows()
      assert.equal((await read(request.requestUID)).status, 'Paid')
    })

    test('money with its reference on another account pays nothing', async () => {
      const { request } = await asked()
      const { accountNumber } = await createPayer(bank.service, { balance: 0 })
      const { endToEndId } = request
      const credit = bank.credit({ amount: '125.50', account: String(accountNumber), endToEndId })
      await bank.says(credit.bytes)
      await bank.hears('pacs.002.001.10')
      await bank.tells(credit)
      await follows()
      assert.deepEqual([(await read(request.requestUID)).status, await follows()], ['Open', 0])
    })

    test('the network itself refuses it', async () => {
      const { request } = await asked()
      await bank.tells({ messageId: request.messageId }, 'RJCT', 'RC01')
      assert.deepEqual(
        [(await read(request.requestUID)).status, (await read(request.requestUID)).answerCode],
        ['Refused', 'RC01'],
      )
    })

    test('nobody asks for an account or a contact that is not theirs, or reads the requests of others', async () => {
      const { request } = await asked()
      assertRefused(await asks({}, stranger), { status: 400, code: 'PAYMENT002', says: 'accountUID' })
      const seen = dataOf(await bank.service.call('GET', `${PATH}?page=1&limit=50`, undefined, { client: stranger }))
      assert.deepEqual(seen, [])
      const other = await createPayer(bank.service, { balance: 0 })
      assertRefused(await asks({ contactUID: other.contactUID }), {
        status: 400,
        code: 'PAYMENT002',
        says: 'contactUID',
      })
      assert.equal((await read(request.requestUID)).status, 'Open')
    })

    test('a client of a suspended legal entity asks for nothing, also for the customers below it', async () => {
      const parent = await createPayer(bank.service, { balance: 0 })
      const client = await bank.service.createClient(bank.service.tenant, { legalEntityId: BigInt(parent.customerUID) })
      const child = await createPayer(bank.service, { balance: 0, client })
      const own = [parent, child].map(({ accountUID, contactUID }) => ({ accountUID, contactUID }))
      for (const body of own) dataOf(await asks(body, client))
      const suspended = `/v1/institution/customers/${parent.customerUID}/suspend`
      dataOf(await bank.call('PUT', suspended, { reason: 'fraud' }))
      for (const body of own)
        assertRefused(await asks(body, client), { status: 403, code: 'AUTH003', says: 'is suspended' })
      await bank.heard()
    })

    test('what cannot be sent is refused with the reason', async () => {
      for (const [body, says] of [
        [{ amount: 0 }, 'must be positive'],
        [{ amount: '0.001' }, 'two decimals'],
        [{ amount: '99999999999' }, `the limit of ${rail}`],
        [{ currency: 'EUR' }, 'must be USD'],
        [{ requestedExecutionDate: '2026-06-30' }, 'must be 2026-07-01 or later'],
        [{ expiryDate: '2026-06-30' }, 'must be 2026-07-01 or later'],
        [{ expiryDate: '2028-01-01' }, 'must be 2027-07-02 or earlier'],
      ] as const)
        assertRefused(await asks(body), { status: 400, code: 'PAYMENT002', says })
      const mute = await createPayer(bank.service, { balance: 0, account: { accountFeatures: { rfpSend: 'No' } } })
      const { accountUID, contactUID } = mute
      assertRefused(await asks({ accountUID, contactUID }), {
        status: 409,
        code: 'PAYMENT003',
        says: 'may not send requests for payment',
      })
    })

    test('it expires at the end of its last day, Eastern, and not before', async () => {
      const { request } = await asked({ expiryDate: '2026-07-01' })
      const at = async (moment: string) => {
        bank.clock.set(moment)
        await follows()
        return (await read(request.requestUID)).status
      }
      assert.equal(await at('2026-07-02T03:59:59Z'), 'Open')
      assert.equal(await at('2026-07-02T04:00:00Z'), 'Expired')
      assert.deepEqual(await eventsOf(request.requestUID), ['created', 'expired'])
    })
  })
