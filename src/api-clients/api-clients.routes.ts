import './api-clients.errors.ts'
import Type from 'typebox'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import {
  ApiClientParams,
  ApiClientReply,
  ApiClientsQuery,
  CreateApiClientBody,
  exampleApiClient,
  exampleApiClientReply,
  RotateSecretBody,
  renderApiClient,
  UpdateApiClientBody,
} from './api-clients.schema.ts'
import { listApiClients, viewApiClient } from './read-api-client.ts'
import { createApiClient, revokeApiClient, rotateSecret, updateApiClient, type WithSecret } from './write-api-client.ts'

const exampleWithSecret = { ...exampleApiClientReply, apiSecret: '<43 characters>' }

const secretRule =
  'The secret is in this answer and nowhere else: what repeats the request with the same Idempotent-Key gets the answer without it.'

const answerWithSecret = ({ client, apiSecret }: WithSecret) =>
  accept({ data: renderApiClient(client), shownOnce: { apiSecret }, etag: etagOf(client) })

export const apiClientOperations = [
  defineOperation({
    id: 'createApiClient',
    method: 'POST',
    paths: ['/v1/institution/api-clients'],
    tag: 'Institution',
    summary: 'Create an API client',
    description: `A program that may call the API for one legal entity: the customer of customerUID, or the institution itself where that is left out. ${secretRule}`,
    failure: 'The API client was not created',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'apiClientEntityUnknown', 'apiClientRoleUnknown'],
    invalid: 'invalidApiClient',
    body: CreateApiClientBody,
    examples: [{ summary: 'A program of a customer', value: exampleApiClient }],
    reply: {
      status: 201,
      description: 'The API client was created.',
      data: ApiClientReply,
      etag: true,
      example: exampleWithSecret,
    },
    async change(tx, app, { principal, body }) {
      const created = await createApiClient(tx, principal, body, momentOf(app))
      return created.ok ? answerWithSecret(created.value) : created
    },
  }),

  defineOperation({
    id: 'listApiClients',
    method: 'GET',
    paths: ['/v1/institution/api-clients'],
    tag: 'Institution',
    summary: 'List the API clients',
    description: 'Those that were revoked too, in the order in which they were created.',
    failure: 'The API clients were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidApiClient',
    query: ApiClientsQuery,
    reply: {
      status: 200,
      description: 'A page of API clients.',
      data: Type.Array(ApiClientReply),
      paged: true,
      example: [exampleApiClientReply],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const found = await listApiClients(db, principal, query)
        if (!found.ok) return found
        return accept({ data: found.value.rows.map(renderApiClient), pagination: describePage(query, found.value) })
      }),
  }),

  defineOperation({
    id: 'getApiClient',
    method: 'GET',
    paths: ['/v1/institution/api-clients/{apiKey}'],
    tag: 'Institution',
    summary: 'Read an API client',
    failure: 'The API client was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution', 'apiClientNotFound'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    reply: {
      status: 200,
      description: 'The API client.',
      data: ApiClientReply,
      etag: true,
      example: exampleApiClientReply,
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const client = await viewApiClient(db, principal, params.apiKey)
        return client.ok ? accept({ data: renderApiClient(client.value), etag: etagOf(client.value) }) : client
      }),
  }),

  defineOperation({
    id: 'updateApiClient',
    method: 'PUT',
    paths: ['/v1/institution/api-clients/{apiKey}'],
    tag: 'Institution',
    summary: 'Update an API client',
    description:
      'What the body leaves out stays as it is. Where something is taken from the client, its tokens are refused within seconds on every node, and the next one it gets says what is left.',
    failure: 'The API client was not updated',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'apiClientNotFound', 'apiClientRoleUnknown', 'apiClientRevoked', 'apiClientChanged'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    body: UpdateApiClientBody,
    examples: [{ summary: 'It may only look', value: { entitlements: ['Payments.View_Payments'] } }],
    reply: {
      status: 200,
      description: 'The API client was updated.',
      data: ApiClientReply,
      etag: true,
      example: exampleApiClientReply,
    },
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateApiClient(tx, principal, { ...params, ifMatch }, body, momentOf(app))
      return updated.ok ? accept({ data: renderApiClient(updated.value), etag: etagOf(updated.value) }) : updated
    },
  }),

  defineOperation({
    id: 'rotateApiClientSecret',
    method: 'POST',
    paths: ['/v1/institution/api-clients/{apiKey}/rotate'],
    tag: 'Institution',
    summary: 'Give an API client a new secret',
    description: `The new secret works at once, the one before until the overlap ends, so that a program on many machines changes over without a gap. With an overlap of 0, for a secret that has leaked, all tokens of the client end too, within 5 seconds on every node. A secret that was ending already, by an earlier rotation, ends now. ${secretRule}`,
    failure: 'The secret was not rotated',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'apiClientNotFound', 'apiClientRevoked'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    body: RotateSecretBody,
    examples: [{ summary: 'Over the weekend', value: { overlapSeconds: 259_200 } }],
    reply: {
      status: 200,
      description: 'The client has a new secret.',
      data: ApiClientReply,
      etag: true,
      example: {
        ...exampleWithSecret,
        secrets: [
          { createdAt: '2026-07-01T12:00:00Z', expiresAt: '2026-07-06T12:00:00Z' },
          { createdAt: '2026-07-03T12:00:00Z' },
        ],
      },
    },
    async change(tx, app, { principal, params, body }) {
      const rotated = await rotateSecret(tx, principal, { ...params, ...body }, momentOf(app))
      return rotated.ok ? answerWithSecret(rotated.value) : rotated
    },
  }),

  defineOperation({
    id: 'revokeApiClient',
    method: 'POST',
    paths: ['/v1/institution/api-clients/{apiKey}/revoke'],
    tag: 'Institution',
    summary: 'Revoke an API client',
    description:
      'It gets no token any more, and those it has stop working within 5 seconds on every node. There is no way back.',
    failure: 'The API client was not revoked',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'apiClientNotFound', 'apiClientRevoked'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    reply: {
      status: 200,
      description: 'The API client is revoked.',
      data: ApiClientReply,
      etag: true,
      example: { ...exampleApiClientReply, status: 'Revoked', revokedAt: '2026-07-03T12:00:00Z' },
    },
    async change(tx, app, { principal, params }) {
      const revoked = await revokeApiClient(tx, principal, params.apiKey, momentOf(app))
      return revoked.ok ? accept({ data: renderApiClient(revoked.value), etag: etagOf(revoked.value) }) : revoked
    },
  }),
]
