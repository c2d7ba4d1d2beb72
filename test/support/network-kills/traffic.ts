/** What customers, other banks and the people of the bank do meanwhile, through the API. */
import { dataOf } from '../answers.ts'
import type { Dice } from '../simulated-month/random.ts'
import { contactBody, createPayer, creditBody, type Payer, type Reply, type TestService } from '../test-service.ts'

const RAILS = ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] as const
type Rail = (typeof RAILS)[number]

/** What becomes of payments to an account on any network: docs/guides/sandbox.md. */
const OUTCOMES = ['700100', '700100', '700100', '997104', '997404', '997510', '997710']
const ABROAD = { country: 'DE', accountNo: 'DE89370400440532013000', swiftCode: 'COBADEFF' }
const SPEEDS = { FEDWIRE: 'Express', FEDNOW: 'Instant', RTP: 'Instant', SWIFT: 'ON' } as const

export class Traffic {
  readonly #bank: TestService
  readonly #networks: TestService
  readonly #dice: Dice
  readonly #payers: readonly Payer[]
  readonly #abroad: readonly Payer[]
  readonly #credits: { rail: Rail; messageId: string }[] = []
  /** How often each was done. */
  readonly done: Record<string, number> = {}

  private constructor(
    sides: { bank: TestService; networks: TestService; dice: Dice },
    payers: { home: readonly Payer[]; abroad: readonly Payer[] },
  ) {
    this.#bank = sides.bank
    this.#networks = sides.networks
    this.#dice = sides.dice
    this.#payers = payers.home
    this.#abroad = payers.abroad
  }

  static async between(bank: TestService, networks: TestService, dice: Dice): Promise<Traffic> {
    const payers = { home: [] as Payer[], abroad: [] as Payer[] }
    for (const outcome of OUTCOMES) {
      const own = { ...contactBody().contactBank, accountNo: `${outcome}200300` }
      payers.home.push(await createPayer(bank, { balance: 100_000, contact: { contactBank: own } }))
      const name = `Beans SIM ${outcome}`
      const contactBank = { ...contactBody().contactBank, nationalCode: undefined, ...ABROAD }
      payers.abroad.push(await createPayer(bank, { balance: 100_000, contact: { name, contactBank } }))
    }
    return new Traffic({ bank, networks, dice }, payers)
  }

  /** A payment, often a credit, and now and then money that is asked or sent back. */
  async step(): Promise<void> {
    await this.#pay()
    if (this.#dice.happens(60)) await this.#credit()
    if (this.#dice.happens(8)) await this.#askForPayment()
    if (this.#dice.happens(8)) await this.#sendBack()
    if (this.#dice.happens(8)) await this.#askForCredit()
    if (this.#dice.happens(25)) await this.#answerRequests()
  }

  async #pay(): Promise<void> {
    const rail = this.#dice.pick(RAILS)
    const payer = this.#dice.pick(rail === 'SWIFT' ? this.#abroad : this.#payers)
    if (SPEEDS[rail] === 'Instant') dataOf(await this.#bank.call('PUT', '/v1/institution', { instantNetwork: rail }))
    const fields = { speed: SPEEDS[rail], paymentAmount: this.#dice.between(1, 50) }
    dataOf(await this.#bank.call('POST', '/v3/payments/creditrequest', creditBody(payer, fields)))
    this.#count(`paid by ${rail}`)
  }

  async #credit(): Promise<void> {
    const rail = this.#dice.pick(RAILS)
    const known = this.#dice.pick(this.#payers).accountNumber
    const accountNumber = this.#dice.happens(80) ? known : '999000999000'
    const credit = { accountNumber, amount: `${this.#dice.between(1, 50)}.25`, name: 'Ada Example' }
    const { messages } = dataOf(await this.#simulate(rail, { credits: [credit] }))
    this.#credits.push({ rail, messageId: messages[0].messageId })
    this.#count(`credit by ${rail}`)
  }

  #simulate(rail: Rail, body: object): Promise<Reply> {
    return this.#networks.call('POST', `/v1/institution/simulations/${rail.toLowerCase()}/messages`, body)
  }

  /** The bank asks another one to give a payment back. */
  async #askForPayment(): Promise<void> {
    const settled = await this.#bank.query<{ id: string }>(
      `select payment_id as id from payment_states where status = 'PROCESSED' order by payment_id`,
    )
    if (settled.length === 0) return
    const { id } = this.#dice.pick(settled)
    this.#countIf('asked back', await this.#bank.call('POST', `/v3/payments/${id}/requestreturn`, { reason: 'DUPL' }))
  }

  /** The bank gives a credit back by itself. */
  async #sendBack(): Promise<void> {
    const posted = await this.#bank.query<{ id: string }>(
      `select id from receipts where status in ('POSTED', 'UNPOSTED') order by id`,
    )
    if (posted.length === 0) return
    const { id } = this.#dice.pick(posted)
    this.#countIf('sent back', await this.#bank.call('POST', `/v3/receipts/${id}/return`, { reason: 'FOCR' }))
  }

  /** Another bank asks for one of its credits. */
  async #askForCredit(): Promise<void> {
    if (this.#credits.length === 0) return
    const { rail, messageId } = this.#dice.pick(this.#credits)
    this.#countIf(`asked for by ${rail}`, await this.#simulate(rail, { returnRequests: [{ messageId }] }))
  }

  async #answerRequests(): Promise<void> {
    for (const { returnRequestUID: uid } of dataOf(
      await this.#bank.call('GET', '/v3/returnrequests?page=1&limit=20&status=Open'),
    )) {
      const [how, body] = this.#dice.happens(60) ? ['accept', {}] : ['refuse', { reason: 'CUST' }]
      this.#countIf(`${how} a request`, await this.#bank.call('POST', `/v3/returnrequests/${uid}/${how}`, body))
    }
  }

  /**
   * What a person does about messages that nobody answers (docs/rails/messages.md): asks the
   * network, and sends again what it does not know or answers only then.
   */
  async decideAll(): Promise<string[]> {
    const decided: string[] = []
    const act = async (message: { id: string; rail: string; messageId: string }, how: string, body: object = {}) => {
      const path = `/v1/institution/messages/${message.id}/${how}`
      const reply = await this.#bank.call('POST', path, { reason: 'asked the network', ...body })
      decided.push(`${message.rail} ${how} ${reply.status === 200 ? '' : JSON.stringify(reply.body)}`.trim())
    }
    for (const message of await this.#messages(`status = 'InDoubt'`)) {
      const known = await this.#networks.query('select from simulated_payments where rail = $1 and message_id = $2', [
        message.rail,
        message.messageId,
      ])
      await act(message, 'decision', { decision: known.length > 0 ? 'HandedOver' : 'HandOverAgain' })
    }
    const unanswered = `status = 'HandedOver' and copy = 0
      and (message_type like 'pacs.00%' and message_type not like 'pacs.002%'
          and (exists (select from payment_states s where s.payment_id = m.payment_id and s.status = 'TRANSMITTED')
            or exists (select from receipts r where r.id = m.receipt_id and r.status = 'RETURN_QUEUED'))
        or exists (select from instant_exchanges e where e.rail = m.rail and e.state = 'Unresolved'
          and m.message_id = e.answer_message_id))`
    for (const message of await this.#messages(unanswered)) await act(message, 'resend')
    return decided
  }

  #messages(condition: string) {
    return this.#bank.query<{ id: string; rail: string; messageId: string }>(
      `select id, rail, message_id as "messageId" from rail_messages m where direction = 'Out' and ${condition} order by id`,
    )
  }

  #countIf(what: string, { status }: Reply): void {
    this.#count(status < 300 ? what : `${what}: refused`)
  }

  #count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1
  }
}
