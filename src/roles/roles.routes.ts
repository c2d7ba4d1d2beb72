import './roles.errors.ts'
import { CustomerIdParams, userManagementPaths } from '../customers/customers.ts'
import { withForms } from '../http/client-forms.ts'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { parseSizedPage, renderSizedPage } from '../http/paging.ts'
import { isInstitution } from '../institution/institution.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { proposedRole, proposedRoleUpdate } from './propose-role.ts'
import { listRoles, viewRole } from './read-role.ts'
import {
  ApplicationsReply,
  CreateRoleBody,
  exampleRole,
  listApplications,
  RoleParams,
  RoleReply,
  RoleResult,
  RolesQuery,
  RolesReply,
  renderRole,
  renderRoleResult,
  UpdateRoleBody,
} from './roles.schema.ts'
import { roleForms } from './roles-v2.forms.ts'
import { createRole, updateRole } from './write-role.ts'

const roleId = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
const exampleReply = {
  id: roleId,
  leId: '100042',
  type: 'Custom',
  status: 'Active',
  owner: 'blue-harbor',
  ...exampleRole,
}
const customerErrors = ['customerNotFound', 'foreignCustomer'] as const
const roleErrors = [...customerErrors, 'roleNotFound', 'roleOfAnotherCustomer'] as const
const conflicts = { roles_name: { reason: 'roleConflict' } } as const

export const roleOperations = withForms(roleForms, [
  defineOperation({
    id: 'listApplications',
    method: 'GET',
    paths: ['/v1/applications', '/applications', '/api/user-management/v1/applications'],
    tag: 'Roles',
    summary: 'List the applications and entitlements of roles',
    description:
      "Lists what a role of the caller's legal entity can have: the applications of a role with their entitlements. The application Institution is only for roles of the institution's own entity.",
    failure: 'The applications were not listed',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: [],
    invalid: 'invalidRole',
    reply: {
      status: 200,
      description: 'The applications in alphabetical order.',
      data: ApplicationsReply,
      example: { applications: [{ name: 'Contacts', entitlements: ['Manage_Contacts', 'View_Contacts'] }] },
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const ofInstitution = await isInstitution(db, principal)
        return accept({ data: listApplications({ ofInstitution }) })
      }),
  }),

  defineOperation({
    id: 'createRole',
    method: 'POST',
    paths: userManagementPaths('/roles'),
    tag: 'Roles',
    summary: 'Create a role',
    description:
      "A role lists entitlements by application; /docs/pages/entitlements is the catalog. Only a role of the institution's own entity can have the application Institution. A client gives a role only entitlements that it has itself, unless a second person approves the role.",
    failure: 'The role was not created',
    entitlement: 'User_Admin.Manage_Roles',
    dialect: 'message',
    errors: [...customerErrors, 'roleConflict', 'roleBeyondCaller'],
    conflicts,
    invalid: 'invalidRole',
    params: CustomerIdParams,
    body: CreateRoleBody,
    bodyKiB: 128,
    examples: [{ summary: 'Who pays', value: exampleRole }],
    reply: {
      status: 201,
      description: 'The role was created.',
      data: RoleResult,
      etag: true,
      example: { roleId, message: 'The role was created.', data: { roleId } },
    },
    secondPerson: proposedRole,
    async change(tx, app, { principal, params, body, approval }) {
      const created = await createRole(tx, principal, { ...params, type: 'Custom', approval }, body, app.clock.now())
      if (!created.ok) return created
      return accept({ data: renderRoleResult(created.value, 'The role was created.'), etag: etagOf(created.value) })
    },
  }),

  defineOperation({
    id: 'searchRoles',
    method: 'GET',
    paths: userManagementPaths('/roles/search'),
    tag: 'Roles',
    summary: "Search a customer's roles",
    description: 'Finds the role with exactly this roleName; without it, lists all roles in order of creation.',
    failure: 'The roles were not searched',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: customerErrors,
    invalid: 'invalidRole',
    params: CustomerIdParams,
    query: RolesQuery,
    reply: {
      status: 200,
      description: 'A page of roles.',
      data: RolesReply,
      example: { totalElements: 1, totalPages: 1, size: 10, page: 1, data: [exampleReply] },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const page = parseSizedPage(query)
        const roles = await listRoles(db, principal, { ...params, name: query.roleName }, page, app.totals)
        if (!roles.ok) return roles
        const { found, owner } = roles.value
        return accept({ data: renderSizedPage(page, found, (role) => renderRole(role, owner)) })
      }),
  }),

  defineOperation({
    id: 'getRole',
    method: 'GET',
    paths: userManagementPaths('/roles/{roleId}'),
    tag: 'Roles',
    summary: 'Read a role',
    description: 'The role with its applications, their entitlements and limits.',
    failure: 'The role was not read',
    entitlement: 'User_Admin.View_Roles_And_Users',
    dialect: 'message',
    errors: roleErrors,
    invalid: 'invalidRole',
    params: RoleParams,
    reply: { status: 200, description: 'The role.', data: RoleReply, etag: true, example: exampleReply },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const role = await viewRole(db, principal, params)
        if (!role.ok) return role
        const { found, owner } = role.value
        return accept({ data: renderRole(found, owner), etag: etagOf(found) })
      }),
  }),

  defineOperation({
    id: 'updateRole',
    method: 'PUT',
    paths: userManagementPaths('/roles/{roleId}'),
    tag: 'Roles',
    summary: 'Update a role',
    description:
      'Changes the fields in the body and keeps the others; applications are replaced as a whole. The change takes effect at once for all holders of the role. If an API client holds the role, only the institution can add entitlements, with Institution.Manage_API_Clients. A client adds only entitlements that it has itself, unless a second person approves the change.',
    failure: 'The role was not updated',
    entitlement: 'User_Admin.Manage_Roles',
    dialect: 'message',
    errors: [...roleErrors, 'roleConflict', 'roleChanged', 'roleHeldByProgram', 'roleBeyondCaller'],
    conflicts,
    invalid: 'invalidRole',
    params: RoleParams,
    body: UpdateRoleBody,
    bodyKiB: 128,
    examples: [
      { summary: 'View only', value: { applications: [{ name: 'Payments', entitlements: ['View_Payments'] }] } },
    ],
    reply: {
      status: 200,
      description: 'The role was updated.',
      data: RoleResult,
      etag: true,
      example: { roleId, message: 'The role was updated.', data: { roleId } },
    },
    secondPerson: proposedRoleUpdate,
    async change(tx, app, { principal, params, body, ifMatch, approval }) {
      const updated = await updateRole(tx, principal, { ...params, ifMatch, approval }, body, momentOf(app))
      if (!updated.ok) return updated
      return accept({ data: renderRoleResult(updated.value, 'The role was updated.'), etag: etagOf(updated.value) })
    },
  }),
])
