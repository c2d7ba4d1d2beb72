import createClient from 'openapi-fetch'
import type { paths } from './api.ts'
import { errorIn, errorOf, fieldsOf, GiroError } from './errors.ts'
import { listIn, nextQuery, type Query } from './pages.ts'
import { type Clock, randomKey, systemClock } from './platform.ts'
import { policyOf, type RetryOptions } from './retry.ts'
import { type Call, createSender } from './send.ts'
import { type Credentials, clientCredentials, ownTokens } from './tokens.ts'
import type {
  CallOptions,
  InitArguments,
  ItemOf,
  Method,
  OperationAt,
  Page,
  PagedPathOf,
  PathOf,
  ReplyOf,
  Result,
} from './types.ts'

interface CommonOptions {
  /** The address of the service, such as `https://api.bank.example`. */
  baseUrl: string
  retry?: RetryOptions | undefined
  /** How long one attempt may take; by default 30 seconds. */
  timeoutMs?: number | undefined
  /** By default the fetch of the platform. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** For tests. */
  clock?: Clock | undefined
}

/**
 * Either the key and secret of an API client, with the code of its institution or the address of
 * its token service; or a function that gets tokens. A page in a browser needs the function,
 * because every reader of the page can read what is in it.
 */
export type GiroOptions = CommonOptions & (ByCredentials | ByFunction)

type ByCredentials = Credentials & { token?: undefined } & (
    | { institution: string; tokenUrl?: undefined }
    | { tokenUrl: string; institution?: undefined }
  )

interface ByFunction {
  /** Called for each attempt; after a 401 with the token that was refused. */
  token: (refused?: string) => string | Promise<string>
}

type Verb<M extends Method> = <Path extends PathOf<M>>(
  path: Path,
  ...init: InitArguments<OperationAt<M, Path>>
) => Promise<Result<ReplyOf<OperationAt<M, Path>>>>

type Lister<Yielded extends 'pages' | 'items'> = <M extends 'GET' | 'POST', Path extends PagedPathOf<M>>(
  method: M,
  path: Path,
  ...init: InitArguments<OperationAt<M, Path>>
) => AsyncGenerator<
  Yielded extends 'pages' ? Page<ReplyOf<OperationAt<M, Path>>> : ItemOf<ReplyOf<OperationAt<M, Path>>>,
  void,
  undefined
>

export interface Giro {
  GET: Verb<'GET'>
  POST: Verb<'POST'>
  PUT: Verb<'PUT'>
  PATCH: Verb<'PATCH'>
  DELETE: Verb<'DELETE'>
  /** All pages of a list, from the one in the query. Ends after a page with an error. */
  pages: Lister<'pages'>
  /** All records of a list. Throws a GiroError if a page cannot be read. */
  items: Lister<'items'>
}

/** The parts of a request, of whatever operation. */
interface AnyInit extends CallOptions {
  path?: Record<string, unknown>
  query?: Query
  body?: unknown
  ifMatch?: string
  idempotencyKey?: string
}

type AnyResult = Result<unknown>
type AnyCall = (method: Method, path: string, init?: AnyInit) => Promise<AnyResult>

/** openapi-fetch, called with what the types of this client have checked. */
type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

export function createGiro(options: GiroOptions): Giro {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const transport = {
    fetch: options.fetch ?? ((request: Request) => globalThis.fetch(request)),
    clock: options.clock ?? systemClock,
    policy: policyOf(options.retry),
    timeoutMs: options.timeoutMs ?? 30_000,
  }
  const tokens =
    options.token === undefined
      ? clientCredentials(tokenUrlOf(options, baseUrl), options, transport)
      : ownTokens(options.token)
  const send = createSender({ ...transport, tokens })
  const request = createClient<paths>({ baseUrl }).request as unknown as AnyRequest
  const call: AnyCall = async (method, path, init = {}) => {
    const { path: pathParameters, query, body, ifMatch, signal, timeoutMs = transport.timeoutMs } = init
    // One key for the call, however often it is sent. Questions by POST ignore it.
    const idempotencyKey = method === 'GET' ? undefined : (init.idempotencyKey ?? (await randomKey()))
    const made: Call = { signal, timeoutMs, idempotencyKey, attempts: 0, isUncertain: false }
    const headers = { ...init.headers, 'Idempotent-Key': idempotencyKey, 'If-Match': ifMatch }
    const params = { path: pathParameters, query }
    try {
      const said = await request(method, path, { params, body, headers, fetch: (one: Request) => send(one, made) })
      if (!said.response.ok) return { error: errorOf(made, said.error, said.response) }
      return { data: dataOf(said.data), reply: said.data, response: said.response }
    } catch (cause) {
      return { error: cause instanceof GiroError ? cause : unreadable(made, cause) }
    }
  }
  const verb = (method: Method) => (path: string, init?: AnyInit) => call(method, path, init)
  const giro = { GET: verb('GET'), POST: verb('POST'), PUT: verb('PUT'), PATCH: verb('PATCH'), DELETE: verb('DELETE') }
  return { ...giro, ...createListers(call) } as unknown as Giro
}

function tokenUrlOf(
  { tokenUrl, institution }: { tokenUrl?: string | undefined; institution?: string | undefined },
  baseUrl: string,
) {
  return tokenUrl ?? `${baseUrl}/auth/realms/${encodeURIComponent(institution!)}/protocol/openid-connect/token`
}

/** What is in the envelope of a reply, or the reply itself if it has none. */
function dataOf(reply: unknown): unknown {
  const fields = fieldsOf(reply)
  return fields['status'] === 'Success' && 'data' in fields ? fields['data'] : reply
}

/** A success that is no JSON, as from a proxy that shows a page of its own. */
const unreadable = (call: Call, cause: unknown) =>
  errorIn({ ...call, isUncertain: true }, { reason: 'unreadable', message: 'The answer could not be read.', cause })

function createListers(call: AnyCall) {
  async function* pages(method: Method, path: string, init: AnyInit = {}): AsyncGenerator<Page<unknown>, void> {
    let query: Query | undefined = init.query ?? {}
    while (query !== undefined) {
      const { data, reply, error }: AnyResult = await call(method, path, { ...init, query })
      if (error) {
        yield { error }
        return
      }
      yield { data: listIn(data) as never[], reply }
      query = nextQuery(query, reply, data)
    }
  }
  async function* items(method: Method, path: string, init?: AnyInit) {
    for await (const { data, error } of pages(method, path, init)) {
      if (error) throw error
      yield* data
    }
  }
  return { pages, items }
}
