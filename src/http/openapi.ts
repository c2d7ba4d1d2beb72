import { VERSION } from '../kernel/version.ts'
import { TokenFailure, TokenReply, TokenRequest, tokenEndpoint } from '../tokens/token-endpoint.openapi.ts'
import { headerParameters, headers } from './openapi/headers.ts'
import { createNamedSchemas, type NamedSchemas, type Published } from './openapi/named-schemas.ts'
import { type Describing, describeOperation } from './openapi/operations.ts'
import { addFailures } from './openapi/refusals.ts'
import { createSharedParts } from './openapi/shared-parts.ts'
import { describeTag } from './openapi/tags.ts'
import { describeWebhooks, type SentEvents } from './openapi/webhooks.ts'
import { type Operation, withTheirForms } from './operation.ts'

export { reasonsOf } from './openapi/refusals.ts'
export { replySchema, waitingOperation } from './openapi/replies.ts'

export interface OpenapiOptions {
  /** Whether to show the other paths of operations too. */
  aliases?: boolean
  /** The path of the base URL that clients use, such as /api; by default none. */
  basePath?: string
  /** The events that the service sends to webhooks. */
  sentEvents?: SentEvents
}

const TOKEN_PATH = '/auth/realms/{tenant_code}/protocol/openid-connect/token'
/** The token endpoint of the demo's institution; reference.ts puts another in its place. */
export const DEMO_TOKEN_URL = TOKEN_PATH.replace('{tenant_code}', 'demo')

/** The whole API as one OpenAPI 3.1 document. A pure function of the operations. */
export function buildOpenapi(operations: readonly Operation[], options: OpenapiOptions = {}): object {
  return describeApi(operations, options).document
}

/** The document, with what its schemas lack: a test asks for it. */
export function describeApi(
  operations: readonly Operation[],
  { aliases = false, basePath = '', sentEvents }: OpenapiOptions = {},
): { document: object; schemas: NamedSchemas } {
  const schemas = createNamedSchemas()
  const describing: Describing = {
    operations,
    schemas,
    parameters: createSharedParts('parameters'),
    responses: createSharedParts('responses'),
    links: createSharedParts('links'),
  }
  addFailures(schemas)
  schemas.add('TokenRequest', TokenRequest)
  schemas.add('TokenReply', TokenReply)
  schemas.add('TokenFailure', TokenFailure)
  const paths: Record<string, Published> = { [TOKEN_PATH]: { post: tokenEndpoint } }
  for (const operation of aliases ? withTheirForms(operations) : operations)
    operation.paths.forEach((path, alias) => {
      if (alias > 0 && !aliases) return
      paths[path] ??= {}
      paths[path][operation.method.toLowerCase()] = describeOperation(operation, alias, describing)
    })
  const sent = sentEvents && describeWebhooks(sentEvents, schemas)
  const tags = ['Token', ...new Set(operations.map(({ tag }) => tag))].map(describeTag)
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: basePath || '/', description: 'The service that sends this document.' }],
    tags: sent ? [...tags, sent.tag] : tags,
    security: [{ oauth2: ['roles'] }],
    paths,
    webhooks: sent?.webhooks,
    components: {
      securitySchemes: securitySchemes(basePath),
      schemas: schemas.all(),
      parameters: { ...headerParameters, ...describing.parameters.all() },
      headers,
      responses: { NotModified, ...describing.responses.all() },
      links: describing.links.all(),
      pathItems: sent?.pathItems,
    },
  }
  return { document, schemas }
}

const info = {
  title: 'Giro',
  version: VERSION,
  description:
    'Customers, accounts, contacts and payments of a banking platform.\n\nEvery reply of the data APIs has the same envelope. Amounts are exact decimals, and identifiers are text. Words and dates are shown as this document writes them; a request can also write them in other common forms (/docs/pages/requests).',
  contact: { name: 'The institution that runs the service' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

const NotModified = { description: 'The record is still the version in If-None-Match.' }

const securitySchemes = (basePath: string) => ({
  basic: { type: 'http', scheme: 'basic', description: 'API key and API secret, only for the token endpoint.' },
  oauth2: {
    type: 'oauth2',
    description:
      'Client credentials grant of your institution’s token service. Send the token as Authorization: Bearer.',
    flows: {
      clientCredentials: {
        tokenUrl: basePath + DEMO_TOKEN_URL,
        scopes: { roles: 'The entitlements of the API client.' },
      },
    },
  },
})
