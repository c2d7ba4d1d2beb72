import Type, { type TProperties, type TSchema } from 'typebox'
import type { App } from '../app.ts'
import type { Transaction } from '../db/client.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { words } from '../kernel/words.ts'
import { name, named, Uid, UidInBody } from './fields.ts'
import type { Answer, Dialect, Operation, OperationRequest, Outcome } from './operation.ts'
import type { Page } from './paging.ts'

/**
 * An operation at a second path, with the names and the reply of another product's reference, whose
 * paths do not name the customer. It is no operation of its own: it runs the original, with its
 * entitlement, refusals and idempotency, and is only in the document with the aliases.
 */
export interface ClientForm<Asked extends FormRequest = FormRequest> {
  id: string
  method: Operation['method']
  path: string
  dialect: Dialect
  isQuestion?: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** Example bodies. */
  examples?: Operation['examples']
  reply: Pick<Operation['reply'], 'status' | 'data' | 'paged' | 'etag' | 'example'>
  /** The path parameters, query and body of the original. */
  ask(request: Asked, customerId: string): { params: object; query?: object; body?: unknown }
  /** The data of the form's reply. */
  show(data: never, customerId: string, request: Asked): { data: unknown; pagination?: Page }
}

/** A request in a form: its schemas have validated the parts. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas of the form decide the types of the parts.
export type FormRequest = { params: any; query: any; body: any }

const description = 'The customer, if the client can reach several; by default its own legal entity.'

const HOLDERS = words('HolderType', ['CUSTOMER', 'BANK'])
const type = Type.Optional(
  name(HOLDERS, { description: 'Existing clients name it. The customer decides, so it has no effect.' }),
)

/** The query of a form: the customer can be in it, under either name. */
export function formQuery<Fields extends TProperties>(fields: Fields) {
  const customer = Type.Optional(Type.Unsafe<string>({ ...Uid, description }))
  return Type.Object({ customerUID: customer, type, ...fields }, { 'x-spellings': { leId: 'customerUID' } })
}

/** The body of a form: the customer can be in it, under either name. */
export function formBody<Fields extends TProperties>(
  title: string,
  fields: Fields,
  spellings: Readonly<Record<string, string>>,
) {
  const customerUID = Type.Optional(Type.Unsafe<string>({ ...UidInBody, description }))
  return named(title, { customerUID, ...fields }, { 'x-spellings': { leId: 'customerUID', ...spellings } })
}

/** The operations, those with a form with it; forms are listed by the id of their operation. */
export function withForms(forms: Readonly<Record<string, ClientForm>>, operations: readonly Operation[]): Operation[] {
  return operations.map((original) => {
    const form = forms[original.id]
    return form ? { ...original, forms: [inForm(original, form)] } : original
  })
}

type AnyRequest = OperationRequest<unknown, unknown, unknown>

function inForm(original: Operation, form: ClientForm): Operation {
  const { ask: _ask, show: _show, path, reply, query = formQuery({}), ...described } = form
  const shared = {
    ...original,
    ...described,
    ...{ paths: [path] as const, query, params: form.params, body: form.body, examples: form.examples },
    reply: { ...original.reply, orNothing: false, ...reply },
  }
  if (!('change' in original))
    return {
      ...shared,
      handle: (app: App, request: AnyRequest) => askAs(form, original, request, (asked) => original.handle(app, asked)),
    } as unknown as Operation
  return {
    ...shared,
    changeAll: undefined,
    secondPerson: original.secondPerson,
    change: (tx: Transaction, app: App, request: AnyRequest) =>
      askAs(form, original, request, (asked) => original.change(tx, app, asked)),
    // What waits for a second person is the request of the original, with its customer.
    standsFor: (request: AnyRequest) => {
      const asked = translated(form, original, request)
      return asked && { operation: original, request: asked }
    },
  } as unknown as Operation
}

async function askAs(
  form: ClientForm,
  original: Operation,
  request: AnyRequest,
  ask: (asked: AnyRequest) => Promise<Outcome>,
): Promise<Outcome> {
  const customer = customerOf(original, request)
  if (!customer.ok) return customer
  const outcome = await ask(askedOf(form, request, customer.value))
  if (!outcome.ok) return outcome
  const shown = form.show(outcome.value.data as never, customer.value, request as FormRequest)
  return { ...outcome, value: { ...outcome.value, ...shown } satisfies Answer }
}

function translated(form: ClientForm, original: Operation, request: AnyRequest): AnyRequest | undefined {
  const customer = customerOf(original, request)
  return customer.ok ? askedOf(form, request, customer.value) : undefined
}

function askedOf(form: ClientForm, request: AnyRequest, customerId: string): AnyRequest {
  return { ...request, query: {}, body: undefined, ...form.ask(request as FormRequest, customerId) }
}

/** The customer in the body or the query, or the legal entity of the client. */
function customerOf(original: Operation, { principal, query, body }: AnyRequest): Result<string, Refusal> {
  const inBody = (body as { customerUID?: string } | undefined)?.customerUID
  const inQuery = (query as { customerUID?: string } | undefined)?.customerUID
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery)
    return refusal(original.invalid, `customerUID is ${inQuery} in the query, but ${inBody} in the body`)
  return accept(inBody ?? inQuery ?? String(principal.legalEntityId))
}
