/** What a collection takes of the OpenAPI document. */
export interface OpenapiDocument {
  info: { title: string; version: string }
  paths: Record<string, Record<string, DescribedOperation>>
}

interface DescribedOperation {
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly { name: string; in: string; required?: boolean }[]
  requestBody?: {
    content: Record<string, { examples?: Record<string, { value: unknown }>; example?: unknown }>
  }
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Runs before a request without a token, and keeps the one it gets. */
const TOKEN_SCRIPT = ["pm.collectionVariables.set('token', pm.response.json().access_token)"]

/**
 * A collection of all operations in the format of Postman 2.1, which Bruno and Insomnia import too.
 * Aliases of a path are left out. Its variables are the addresses and the credentials of a client.
 */
export function buildCollection({ info, paths }: OpenapiDocument, baseUrl: string): object {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined && !/Alias\d+$/.test(operationId))
      .map(([method, operation]) => ({
        tag: operation.tags?.[0] ?? 'Other',
        request: requestOf(path, method, operation),
      })),
  )
  const folders = [...Map.groupBy(requests, ({ tag }) => tag)].map(([name, items]) => ({
    name,
    item: items.map(({ request }) => request),
  }))
  return {
    info: { name: info.title, description: `Version ${info.version}`, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'tokenUrl', value: `${baseUrl}/auth/realms/demo/protocol/openid-connect/token` },
      { key: 'apiKey', value: '' },
      { key: 'apiSecret', value: '' },
      { key: 'token', value: '' },
    ],
    item: [tokenRequest(), ...folders],
  }
}

function tokenRequest(): object {
  const basic = [
    { key: 'username', value: '{{apiKey}}', type: 'string' },
    { key: 'password', value: '{{apiSecret}}', type: 'string' },
  ]
  return {
    name: 'Get a token (send this first)',
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: TOKEN_SCRIPT } }],
    request: {
      method: 'POST',
      url: '{{tokenUrl}}',
      auth: { type: 'basic', basic },
      body: { mode: 'urlencoded', urlencoded: [{ key: 'grant_type', value: 'client_credentials' }] },
    },
  }
}

function requestOf(path: string, method: string, operation: DescribedOperation): object {
  const { summary, operationId, description, parameters = [], requestBody } = operation
  const segments = path.slice(1).split('/')
  const ofPart = (part: string) => parameters.filter((one) => one.in === part)
  const example = exampleOf(requestBody)
  const takesKey = ofPart('header').some(({ name }) => name === 'Idempotent-Key')
  return {
    name: summary ?? operationId,
    request: {
      method: method.toUpperCase(),
      ...(description && { description }),
      header: [
        ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...(takesKey ? [{ key: 'Idempotent-Key', value: '{{$guid}}' }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
        variable: ofPart('path').map(({ name }) => ({ key: name, value: '' })),
        query: ofPart('query').map(({ name, required }) => ({ key: name, value: '', disabled: required !== true })),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

function exampleOf(body: DescribedOperation['requestBody']): unknown {
  const content = Object.values(body?.content ?? {})[0]
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value
}
