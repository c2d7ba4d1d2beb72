/**
 * The methods and paths of the public interface, by section, independent of the operations in src/.
 * A test checks them all, so none can be lost. `pathForms` adds the aliases that the interface
 * gives to whole families.
 */
export const interfaceForms: Readonly<Record<string, readonly string[]>> = {
  Token: ['POST /auth/realms/{tenant_code}/protocol/openid-connect/token'],
  Customers: [
    'GET /v2/customers',
    'POST /v2/customers',
    'GET /v2/customers/{customerUID}',
    'PUT /v2/customers/{customerUID}',
    'POST /v1/customers/{customerUID}/fees',
    'PUT /v1/customers/{customerUID}/fees/{feeId}',
    'GET /v1/customers/lookup/{accountNumber}',
    'POST /v1/customers/{customerUID}/limits',
  ],
  Accounts: [
    'GET /v2/customers/{customerUID}/accounts',
    'POST /v2/customers/{customerUID}/accounts',
    'GET /v2/customers/{customerUID}/accounts/{accountUID}',
    'PUT /v2/customers/{customerUID}/accounts/{accountUID}',
    'DELETE /v2/customers/{customerUID}/accounts/{accountUID}',
    'PATCH /v2/customers/{customerUID}/accounts/{accountUID}',
    'GET /v3/customers/{customerUID}/accounts/{accountUID}',
    'PATCH /v3/customers/{customerUID}/accounts/{accountUID}',
    'POST /v3/customers/{customerUID}/accounts',
    'POST /v3/customers/{customerUID}/accounts/search',
  ],
  Contacts: [
    'GET /customers/{customerUID}/contacts',
    'POST /customers/{customerUID}/contacts',
    'GET /customers/{customerUID}/contacts/{contactUID}',
    'PUT /customers/{customerUID}/contacts/{contactUID}',
  ],
  'Users, roles, consumers': [
    'POST /api/user-management/v1/consumers/users',
    'POST /api/user-management/v1/customers/{customerId}/users',
    'GET /api/user-management/v1/customers/{customerId}/users/{userId}',
    'PUT /api/user-management/v1/customers/{customerId}/users/{userId}',
    'PUT /api/user-management/v1/customers/{customerId}/users/{userId}/suspend',
    'PUT /api/user-management/v1/customers/{customerId}/users/{userId}/activate',
    'POST /api/user-management/v1/customers/{customerId}/users/search',
    'GET /api/user-management/v1/customers/{customerId}/roles/{roleId}',
    'GET /api/user-management/v1/customers/{customerId}/roles/search',
    'POST /api/user-management/v1/customers/{customerId}/roles',
    'PUT /api/user-management/v1/customers/{customerId}/roles/{roleId}',
  ],
  Signatories: [
    'POST /v1/customers/{customerUID}/signatories',
    'GET /v1/customers/{customerUID}/signatories',
    'PATCH /v1/customers/{customerUID}/signatories/{id}',
    'DELETE /v1/customers/{customerUID}/signatories/{id}',
  ],
  'Payments and FX': [
    'POST /payments/creditrequest',
    'GET /payments/{paymentUID}',
    'POST /payments/search',
    'GET /payments/search',
    'PUT /v3/payments/{paymentUID}/cancel',
    'PUT /v3/payments/{paymentUID}/return',
    'PUT /v3/payments/{paymentUID}/reverse',
    'PUT /v3/payments/{paymentUID}/approve',
    'PUT /v3/payments/{paymentUID}/reject',
    'PUT /v4/payments/{paymentUID}/recurring/{recurrenceId}',
    'POST /v3/payments/debitrequest',
    'POST /v3/payments/booktransfer',
    'GET /fx/{forexContractNo}/cover',
    'POST /v2/fx/quote',
    'PUT /v2/fx/accept',
    'PUT /v2/fx/{quoteUUID}/reject',
    'GET /v2/fx/{forexContractNo}',
    'DELETE /v2/fx/{forexContractNo}/cancel',
  ],
}

/**
 * Forms of the interface that the service does not have. The test fails for a form that is listed
 * here and exists, and for one that is not listed and missing.
 */
export const notBuilt: readonly string[] = []

/** The families that are available under two prefixes. */
const twins: readonly (readonly [RegExp, string])[] = [
  [/^\/customers(?=\/|$)/, '/v2/customers'],
  [/^\/v2\/customers(?=\/|$)/, '/customers'],
  [/^\/payments(?=\/|$)/, '/v3/payments'],
  [/^\/v[34]\/payments(?=\/|$)/, '/payments'],
  [/^\/fx(?=\/|$)/, '/v2/fx'],
  [/^\/v2\/fx(?=\/|$)/, '/fx'],
  [/^\/api\/user-management\/v1\/customers(?=\/[^/]+\/users)/, '/api/user-management/v1/customer'],
]

/** The path, and the alias in its family. */
export function pathForms(path: string): string[] {
  return [path, ...twins.flatMap(([prefix, twin]) => (prefix.test(path) ? [path.replace(prefix, twin)] : []))]
}
