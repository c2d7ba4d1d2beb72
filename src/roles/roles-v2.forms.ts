import Type, { type Static } from 'typebox'
import { type ClientForm, formBody } from '../http/client-forms.ts'
import { named, text } from '../http/fields.ts'
import { pageFields } from '../http/paging.ts'
import { ApplicationLimits } from './application-limits.schema.ts'
import {
  CreateRoleBody,
  exampleRole,
  type RoleReply,
  type RoleResult,
  RolesQuery,
  type RolesReply,
} from './roles.schema.ts'

/** An entitlement as an object of its code, or as the code alone. */
const EntitlementCode = Type.Union([text(64), named('EntitlementCode', { entitlementCode: text(64) })])

const Limits = Type.Array(Type.Object(ApplicationLimits.items.properties, { 'x-spellings': { limitCode: 'name' } }), {
  maxItems: 100,
})

const Applications = Type.Array(
  Type.Object(
    {
      name: text(64),
      entitlements: Type.Array(EntitlementCode, { minItems: 1, maxItems: 100 }),
      limits: Type.Optional(Limits),
    },
    { 'x-spellings': { appCode: 'name', entilements: 'entitlements', userLimits: 'limits' } },
  ),
  { minItems: 1, maxItems: 20 },
)

const roleFields = { ...CreateRoleBody.properties, applications: Applications }
const spellings = { roleName: 'name' }
const CreateBody = formBody('RoleRequestV2', roleFields, spellings)
const { applications, externalReferenceId, name, description } = roleFields
const UpdateBody = formBody(
  'RoleUpdateV2',
  {
    externalReferenceId: Type.Optional(externalReferenceId),
    name: Type.Optional(name),
    description: Type.Optional(description),
    applications: Type.Optional(applications),
  },
  spellings,
)

const RoleShown = named('RoleV2', {
  roleUUID: Type.String(),
  roleName: Type.String(),
  description: Type.String(),
  externalReferenceId: Type.String(),
  customerUID: Type.String(),
  customerShortName: Type.String(),
  applications: Type.Array(
    named('RoleApplicationV2', {
      appCode: Type.String(),
      status: Type.Enum(['ACTIVE']),
      entilements: Type.Array(Type.Object({ entitlementCode: Type.String() })),
      userLimits: Type.Array(
        Type.Object({ limitCode: Type.String(), value: Type.Optional(Type.String()), appCode: Type.String() }),
      ),
    }),
  ),
})

function showRole(role: Static<typeof RoleReply>): Static<typeof RoleShown> {
  return {
    roleUUID: role.id,
    roleName: role.name,
    description: role.description,
    externalReferenceId: role.externalReferenceId,
    customerUID: role.leId,
    customerShortName: role.owner,
    applications: role.applications.map(({ name: appCode, entitlements, limits }) => ({
      appCode,
      status: 'ACTIVE',
      entilements: entitlements.map((entitlementCode) => ({ entitlementCode })),
      userLimits: limits.map(({ name: limitCode, value }) => ({
        limitCode,
        ...(value !== undefined && { value: String(value) }),
        appCode,
      })),
    })),
  }
}

const Written = named('RoleResultV2', { externalReferenceId: Type.Optional(Type.String()), roleUUID: Type.String() })
const RoleUuid = Type.Object({ roleUUID: Type.String({ format: 'uuid', description: 'A UUID.' }) })

const exampleUuid = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
const exampleWritten = { externalReferenceId: 'role-treasury', roleUUID: exampleUuid }
const exampleShown: Static<typeof RoleShown> = {
  ...exampleWritten,
  roleName: 'Treasury',
  description: 'Makes and views payments',
  customerUID: '100042',
  customerShortName: 'blue-harbor',
  applications: [
    {
      appCode: 'Payments',
      status: 'ACTIVE',
      entilements: [{ entitlementCode: 'View_Payments' }],
      userLimits: [{ limitCode: 'Approval limit', value: '25000', appCode: 'Payments' }],
    },
  ],
}

/** The fields of the original's body that the request has. */
function bodyOf({ customerUID: _customer, applications, ...fields }: Static<typeof UpdateBody>): object {
  if (!applications) return fields
  const codeOf = (one: Static<typeof EntitlementCode>) => (typeof one === 'string' ? one : one.entitlementCode)
  return {
    ...fields,
    applications: applications.map((one) => ({ ...one, entitlements: one.entitlements.map(codeOf) })),
  }
}

const showWritten: ClientForm['show'] = ({ roleId }: Static<typeof RoleResult>, _customer, { body }) => ({
  data: { externalReferenceId: body.externalReferenceId, roleUUID: roleId },
})

const createRoleForm: ClientForm = {
  ...{ id: 'createRoleV2', method: 'POST', path: '/v2/roles', dialect: 'envelope', body: CreateBody },
  examples: [{ summary: 'Who pays', value: exampleRole }],
  reply: { status: 201, data: Written, etag: true, example: exampleWritten },
  ask: ({ body }, customerId) => ({ params: { customerId }, body: bodyOf(body) }),
  show: showWritten,
}

const updateRoleForm: ClientForm = {
  ...{ id: 'updateRoleV2', method: 'PUT', path: '/v2/roles/{roleUUID}', dialect: 'envelope' },
  ...{ params: RoleUuid, body: UpdateBody },
  examples: [{ summary: 'Another description', value: { description: 'Views payments' } }],
  reply: { status: 200, data: Written, etag: true, example: exampleWritten },
  ask: ({ params, body }, customerId) => ({ params: { customerId, roleId: params.roleUUID }, body: bodyOf(body) }),
  show: showWritten,
}

const getRoleForm: ClientForm = {
  ...{ id: 'getRoleV2', method: 'GET', path: '/v2/roles/{roleUUID}', dialect: 'envelope', params: RoleUuid },
  reply: { status: 200, data: RoleShown, etag: true, example: exampleShown },
  ask: ({ params }, customerId) => ({ params: { customerId, roleId: params.roleUUID } }),
  show: (role: Static<typeof RoleReply>) => ({ data: showRole(role) }),
}

const SearchBody = formBody(
  'RoleSearchV2',
  {
    roleName: RolesQuery.properties.roleName,
    page: Type.Optional(pageFields.page),
    limit: Type.Optional(pageFields.limit),
  },
  {},
)

const searchRolesForm: ClientForm = {
  ...{ id: 'searchRolesV2', method: 'POST', path: '/v2/roles/search', dialect: 'envelope', body: SearchBody },
  isQuestion: true,
  examples: [{ summary: 'By name', value: { roleName: 'Treasury' } }],
  reply: { status: 200, data: Type.Array(RoleShown), paged: true, example: [exampleShown] },
  ask: ({ body: { roleName, page, limit } }, customerId) => ({
    params: { customerId },
    query: { roleName, page, size: limit },
  }),
  show: ({ totalElements, size, page, data }: Static<typeof RolesReply>) => ({
    data: data.map(showRole),
    pagination: { totalRecords: totalElements, returnedRecords: data.length, pageReturned: page, pageSize: size },
  }),
}

/** The forms of the operations on roles in the vendor's reference, by the id of the operation. */
export const roleForms = {
  createRole: createRoleForm,
  searchRoles: searchRolesForm,
  getRole: getRoleForm,
  updateRole: updateRoleForm,
}
