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
import { proposedClient, proposedRevocation, proposedRotation, proposedUpdate } from './propose-api-client.ts'
import { listApiClients, versionOf, viewApiClient } from './read-api-client.ts'
import {
  createApiClient,
  revokeApiClient,
  revokeIdentityProvider,
  rotateSecret,
  updateApiClient,
  type WithSecret,
} from './write-api-client.ts'

const exampleWithSecret = { ...exampleApiClientReply, apiSecret: '<43 characters>' }

const reachRule =
  'Without dual control, the caller must have each entitlement that it gives or that the secret gives access to.'

const secretRule =
  'Only this reply contains the secret: a repeated request with the same Idempotent-Key gets the reply without it.'

const replyWithSecret = ({ client, apiSecret }: WithSecret) =>
  accept({
    data: renderApiClient(client),
    ...(apiSecret !== undefined && { shownOnce: { apiSecret } }),
    etag: etagOf(versionOf(client)),
  })

export const apiClientOperations = [
  defineOperation({
    id: 'createApiClient',
    method: 'POST',
    paths: ['/v1/institution/api-clients'],
    tag: 'Institution',
    summary: 'Create an API client',
    description: `Registers a program that may call the API on behalf of one legal entity: the customer in customerUID or, if customerUID is omitted, the institution itself. ${reachRule} ${secretRule}`,
    failure: 'The API client was not created',
    entitlement: 'Institution.Manage_API_Clients',
    errors: [
      'notTheInstitution',
      'apiClientEntityUnknown',
      'apiClientRoleUnknown',
      'apiClientBeyondCaller',
      'identityProviderKeyInvalid',
    ],
    invalid: 'invalidApiClient',
    body: CreateApiClientBody,
    examples: [
      { summary: 'Client of a customer', value: exampleApiClient },
      {
        summary: 'FAPI 2.0: signed assertions and DPoP',
        value: {
          ...exampleApiClient,
          authenticationMethod: 'private_key_jwt',
          publicKeys: [
            {
              kty: 'OKP',
              crv: 'Ed25519',
              kid: '2026-07',
              x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            },
          ],
          senderConstraint: 'dpop',
          allowedNetworks: ['203.0.113.0/24'],
          expiresAt: '2999-07-01T00:00:00.000Z',
        },
      },
    ],
    reply: {
      status: 201,
      description: 'The API client was created.',
      data: ApiClientReply,
      etag: true,
      example: exampleWithSecret,
    },
    secondPerson: proposedClient,
    async change(tx, app, { principal, body, approval }) {
      const created = await createApiClient(tx, principal, body, { ...momentOf(app), approval })
      return created.ok ? replyWithSecret(created.value) : created
    },
  }),

  defineOperation({
    id: 'listApiClients',
    method: 'GET',
    paths: ['/v1/institution/api-clients'],
    tag: 'Institution',
    summary: 'List the API clients',
    description: 'Lists all API clients, including revoked ones, in order of creation.',
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
    description: 'What the client may do and how it proves who it is, without its secret.',
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
        return client.ok
          ? accept({ data: renderApiClient(client.value), etag: etagOf(versionOf(client.value)) })
          : client
      }),
  }),

  defineOperation({
    id: 'updateApiClient',
    method: 'PUT',
    paths: ['/v1/institution/api-clients/{apiKey}'],
    tag: 'Institution',
    summary: 'Update an API client',
    description: `${reachRule} Fields omitted from the body stay unchanged. If the client loses an entitlement, every node refuses its current tokens within seconds, and its next token carries the remaining entitlements. A change of how the client authenticates, or where, how long and with which tokens it may work, ends its current tokens.`,
    failure: 'The API client was not updated',
    entitlement: 'Institution.Manage_API_Clients',
    errors: [
      'notTheInstitution',
      'apiClientNotFound',
      'apiClientRoleUnknown',
      'apiClientBeyondCaller',
      'identityProviderKeyInvalid',
      'apiClientRevoked',
      'apiClientAltered',
      'apiClientChanged',
    ],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    body: UpdateApiClientBody,
    examples: [{ summary: 'Read-only access', value: { entitlements: ['Payments.View_Payments'] } }],
    reply: {
      status: 200,
      description: 'The API client was updated.',
      data: ApiClientReply,
      etag: true,
      example: exampleApiClientReply,
    },
    secondPerson: proposedUpdate,
    async change(tx, app, { principal, params, body, ifMatch, approval }) {
      const path = { ...params, ifMatch }
      const updated = await updateApiClient(tx, principal, path, body, { ...momentOf(app), approval })
      return updated.ok
        ? accept({ data: renderApiClient(updated.value), etag: etagOf(versionOf(updated.value)) })
        : updated
    },
  }),

  defineOperation({
    id: 'rotateApiClientSecret',
    method: 'POST',
    paths: ['/v1/institution/api-clients/{apiKey}/rotate'],
    tag: 'Institution',
    summary: 'Give an API client a new secret',
    description: `The new secret works at once. The previous secret works until the overlap ends, so a program on many machines can switch over without an outage. Use an overlap of 0 for a leaked secret: the client's tokens then also end, within 5 seconds on every node. A secret still expiring from an earlier rotation works until its own end, unless the overlap is 0. ${reachRule} ${secretRule}`,
    failure: 'The secret was not rotated',
    entitlement: 'Institution.Manage_API_Clients',
    errors: [
      'notTheInstitution',
      'apiClientNotFound',
      'apiClientBeyondCaller',
      'apiClientRevoked',
      'apiClientAltered',
      'apiClientWithoutSecret',
      'apiClientTooManySecrets',
    ],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    body: RotateSecretBody,
    examples: [{ summary: 'Overlap of a long weekend', value: { overlapSeconds: 259_200 } }],
    reply: {
      status: 200,
      description: 'The client has a new secret.',
      data: ApiClientReply,
      etag: true,
      example: {
        ...exampleWithSecret,
        secrets: [
          { createdAt: '2026-07-01T12:00:00.000Z', expiresAt: '2026-07-06T12:00:00.000Z' },
          { createdAt: '2026-07-03T12:00:00.000Z' },
        ],
      },
    },
    secondPerson: proposedRotation,
    async change(tx, app, { principal, params, body }) {
      const rotated = await rotateSecret(tx, principal, { ...params, ...body }, momentOf(app))
      return rotated.ok ? replyWithSecret(rotated.value) : rotated
    },
  }),

  defineOperation({
    id: 'revokeApiClient',
    method: 'POST',
    paths: ['/v1/institution/api-clients/{apiKey}/revoke'],
    tag: 'Institution',
    summary: 'Revoke an API client',
    description:
      'The client gets no new tokens, and its current tokens stop working within 5 seconds on every node. A revocation is permanent. Under dual control, it waits for a second person if it leaves fewer than two administrators: clients of the institution with Manage_API_Clients and Approve_Changes.',
    failure: 'The API client was not revoked',
    entitlement: 'Institution.Manage_API_Clients',
    errors: ['notTheInstitution', 'apiClientNotFound', 'apiClientRevoked'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    reply: {
      status: 200,
      description: 'The API client is revoked.',
      data: ApiClientReply,
      etag: true,
      example: { ...exampleApiClientReply, status: 'Revoked', revokedAt: '2026-07-03T12:00:00.000Z' },
    },
    secondPerson: proposedRevocation,
    async change(tx, app, { principal, params }) {
      const revoked = await revokeApiClient(tx, principal, params.apiKey, momentOf(app))
      return revoked.ok
        ? accept({ data: renderApiClient(revoked.value), etag: etagOf(versionOf(revoked.value)) })
        : revoked
    },
  }),

  defineOperation({
    id: 'revokeIdentityProvider',
    method: 'POST',
    paths: ['/v1/institution/api-clients/{apiKey}/identity-provider/revoke'],
    tag: 'Institution',
    summary: 'Revoke the identity provider',
    description:
      'For an identity provider whose keys are in the wrong hands. The client has it no more, and tokens of its people end within 5 seconds. Payments that people made through the client until now are held, and their approvals and proposals do not count; `identityProviderOf` of `outstanding` lists them. Send it for each client that has the provider. To rotate keys, or to move to another provider, change `identityProvider` of the client instead: that stops nothing. It takes effect at once, also for a revoked client.',
    failure: 'The identity provider was not revoked',
    entitlement: 'Institution.Manage_API_Clients',
    errors: ['notTheInstitution', 'apiClientNotFound'],
    invalid: 'invalidApiClient',
    params: ApiClientParams,
    reply: {
      status: 200,
      description: 'The identity provider is revoked.',
      data: ApiClientReply,
      etag: true,
      example: exampleApiClientReply,
    },
    async change(tx, app, { principal, params }) {
      const revoked = await revokeIdentityProvider(tx, principal, params.apiKey, momentOf(app))
      return revoked.ok
        ? accept({ data: renderApiClient(revoked.value), etag: etagOf(versionOf(revoked.value)) })
        : revoked
    },
  }),
]
