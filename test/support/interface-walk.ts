import { interfaceForms, pathForms } from './interface-forms.ts'

/** One method on one path, as the interface documents write it. */
export interface Form {
  section: string
  method: string
  path: string
}

/** The part of /openapi.json that the walk reads. */
interface Described {
  responses: Record<string, Answered | { $ref: string }>
  security?: unknown
}
interface Answered {
  /** Of `default`: the statuses that it describes. */
  'x-statuses'?: number[]
  content?: Record<string, { schema: { $ref?: string } }>
}
interface Document {
  components: { responses: Record<string, Answered> }
  paths: Record<string, Record<string, Described>>
}

/** The forms that the service must have, with their aliases. */
export const committedForms: readonly Form[] = withAliases(
  Object.entries(interfaceForms).flatMap(([section, forms]) =>
    forms.map((form) => {
      const [method, path] = form.split(' ') as [string, string]
      return { section, method, path }
    }),
  ),
)

/**
 * The forms in an interface document in Markdown, from the tables with the columns Method and Path.
 * A path is in backticks. A path in parentheses after it, "(older: `/customers`)", is another path
 * of the same operation. The method `search` means POST and GET.
 */
export function readForms(markdown: string): Form[] {
  const forms: Form[] = []
  let section = ''
  let isEndpointTable = false
  for (const line of markdown.split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)
    if (heading) section = heading[1]!.trim()
    if (!line.startsWith('|')) isEndpointTable = false
    else if (/^\|\s*Method\s*\|\s*Path\s*\|/.test(line)) isEndpointTable = true
    else if (isEndpointTable) {
      const [, method = '', paths = ''] = line.split('|').map((cell) => cell.trim())
      for (const [, path] of paths.matchAll(/`([^`]+)`/g))
        for (const one of method === 'search' ? ['POST', 'GET'] : [method])
          if (/^[A-Z]+$/.test(one)) forms.push({ section, method: one, path: path!.replace(/^\{\w+_url\}/, '') })
    }
  }
  return withAliases(forms)
}

function withAliases(forms: readonly Form[]): Form[] {
  const all = forms.flatMap((form) => pathForms(form.path).map((path) => ({ ...form, path })))
  return [...new Map(all.map((form) => [formKey(form), form])).values()]
}

/** Two documents may use different names for a parameter, so names are ignored. */
export function formKey({ method, path }: Pick<Form, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
}

export interface WalkedService {
  baseUrl: string
  /** A client with every entitlement. */
  token: string
}

/**
 * Checks whether the service has the form. /openapi.json must list it. Without a token, the
 * operation must refuse the request in its own words. With a token, the answer must be a declared
 * one, and not that the path or method does not exist. Returns the problem, or undefined.
 */
export async function walkForm(form: Form, document: Document, service: WalkedService): Promise<string | undefined> {
  const name = `${form.method} ${form.path}`
  const path = Object.keys(document.paths).find((known) => formKey({ ...form, path: known }) === formKey(form))
  const described = path === undefined ? undefined : document.paths[path]![form.method.toLowerCase()]
  if (!described) return `${name}: not in /openapi.json`
  if (form.section !== 'Token') {
    const { status, body } = await ask(form, service.baseUrl)
    if (status !== 401) return `${name}: ${status} without a token, not 401`
    const dialect = lastOf(declaredAnswer(described, 401, document)?.content?.['application/json']?.schema.$ref ?? '')
    if (!isUnauthorized[dialect]?.(body)) return `${name}: 401 is not a ${dialect}: ${JSON.stringify(body)}`
  }
  const { status, body } = await ask(form, service.baseUrl, service.token)
  const answer = `${name}: ${status} ${JSON.stringify(body)}`
  if (declaredAnswer(described, status, document) === undefined) return `${answer}, which is not declared`
  if (status === 405 || JSON.stringify(body)?.includes('no such path')) return answer
  return undefined
}

/** The answer that an operation declares for a status, itself or with all others. */
function declaredAnswer({ responses }: Described, status: number, { components }: Document): Answered | undefined {
  const inPlace = (answer: Described['responses'][string] | undefined) =>
    answer && '$ref' in answer ? components.responses[lastOf(answer.$ref)] : answer
  const common = inPlace(responses['default'])
  return inPlace(responses[status]) ?? (common?.['x-statuses']?.includes(status) ? common : undefined)
}

const lastOf = (ref: string) => ref.split('/').pop()!

const isUnauthorized: Record<string, (body: unknown) => boolean> = {
  Failure: (body) => has(body, { status: 'Failure', code: 'AUTH001' }, ['status', 'code', 'reason', 'message']),
  FailureMessage: (body) => has(body, {}, ['message']),
  SignatoryFailure: (body) =>
    has((body as { errors: unknown[] }).errors[0], { code: 'AUTH001' }, ['message', 'reason', 'code']),
}

function has(body: unknown, values: Record<string, unknown>, names: string[]): boolean {
  const known = body as Record<string, unknown>
  return (
    Object.keys(known).sort().join() === names.sort().join() &&
    typeof known['message'] === 'string' &&
    Object.entries(values).every(([field, value]) => known[field] === value)
  )
}

async function ask({ method, path }: Form, baseUrl: string, token?: string) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(baseUrl + path.replaceAll(/\{\w+\}/g, '1'), {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    body: hasBody ? '{}' : undefined,
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

export async function readDocument(baseUrl: string): Promise<Document> {
  return (await (await fetch(`${baseUrl}/openapi.json?aliases=true`)).json()) as Document
}
