import Type, { type Static } from 'typebox'
import { CustomerIdParams } from '../customers/customers.ts'
import { canonicalName, name, named, text, uniqueName } from '../http/fields.ts'
import { sizedPageOf, sizedPageQuery } from '../http/paging.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { words } from '../kernel/words.ts'
import { APPLICATIONS, type Entitlement, entitlementNamesOf, isOfInstitution } from '../tokens/entitlements.ts'
import { ApplicationLimits, renderLimits } from './application-limits.schema.ts'
import type { RoleApplication } from './role-application.ts'
import type { RoleData, RoleRow } from './roles.store.ts'

const ROLE_TYPES = words('RoleType', ['Custom', 'Default'])
const ROLE_STATUSES = words('RoleStatus', ['Active'])

const RoleName = Type.String({
  pattern: '^(?=.*[^ ])[\\p{L}\\p{M}\\p{N} ]{1,64}$',
  description: '1 to 64 letters, digits and spaces.',
  ...uniqueName,
})

const Applications = Type.Array(
  Type.Object({
    name: text(64, { description: 'An application in the catalog, /docs/pages/entitlements.' }),
    entitlements: Type.Array(text(64), { minItems: 1, maxItems: 100, description: 'Entitlements of the application.' }),
    limits: Type.Optional(ApplicationLimits),
  }),
  { minItems: 1, maxItems: APPLICATIONS.length },
)

export const ApplicationsReply = named('Applications', {
  applications: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The name of the application.' }),
      entitlements: Type.Array(Type.String(), { description: 'Its entitlements.' }),
    }),
    { description: 'The applications in alphabetical order.' },
  ),
})

/** What a role can have: applications with their entitlements, as its body names them. */
export function listApplications({ ofInstitution }: { ofInstitution: boolean }): Static<typeof ApplicationsReply> {
  const applications = APPLICATIONS.map((name) => {
    const names = entitlementNamesOf(name).filter(
      (entitlement) => ofInstitution || !isOfInstitution(`${name}.${entitlement}` as Entitlement),
    )
    return { name, entitlements: names.toSorted() }
  })
    .filter(({ entitlements }) => entitlements.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return { applications }
}

export const CreateRoleBody = named('RoleRequest', {
  externalReferenceId: text(64),
  name: RoleName,
  description: text(256),
  applications: Applications,
})
export type CreateRoleBody = Static<typeof CreateRoleBody>

export const UpdateRoleBody = Type.Partial(CreateRoleBody, { title: 'RoleUpdate' })
export type UpdateRoleBody = Static<typeof UpdateRoleBody>

/**
 * Checks that the catalog has every application and entitlement in the body. One refusal names
 * every violation.
 */
export function parseRole(body: CreateRoleBody, options: { ofInstitution: boolean }): Result<RoleData, Refusal> {
  const wrong: string[] = []
  const applications: RoleApplication[] = []
  for (const asked of body.applications) {
    const name = canonicalName(APPLICATIONS, asked.name)
    if (name === undefined) {
      wrong.push(`${asked.name} is not an application`)
      continue
    }
    if (applications.some((application) => application.name === name)) wrong.push(`${name} is named twice`)
    const known = entitlementNamesOf(name)
    const entitlements = new Set<string>()
    for (const entitlement of asked.entitlements) {
      const canonical = canonicalName(known, entitlement)
      if (canonical === undefined) wrong.push(`${entitlement} is not an entitlement of ${name}`)
      else if (isOfInstitution(`${name}.${canonical}` as Entitlement) && !options.ofInstitution)
        wrong.push(`only a role of the institution's own entity can have ${name}.${canonical}`)
      else entitlements.add(canonical)
    }
    applications.push({ name, entitlements: [...entitlements], limits: asked.limits ?? [] })
  }
  if (wrong.length > 0) return refusal('invalidRole', wrong.join('; '))
  return accept({
    externalReferenceId: body.externalReferenceId,
    name: body.name,
    description: body.description,
    applications,
  })
}

/** The body that would create this role. An update is merged into it and checked as a whole. */
export function bodyOf(role: RoleRow): CreateRoleBody {
  return {
    externalReferenceId: role.externalReferenceId,
    name: role.name,
    description: role.description,
    applications: role.applications as CreateRoleBody['applications'],
  }
}

export const RoleReply = named('Role', {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  leId: Type.String({ description: 'The customer that owns the role.' }),
  type: name(ROLE_TYPES, { description: 'Default for a role created with its customer.' }),
  status: name(ROLE_STATUSES, { description: 'A role is always active.' }),
  owner: Type.String({ description: 'The short name of the customer.' }),
  externalReferenceId: Type.String(),
  applications: Type.Array(
    Type.Object({ name: Type.String(), entitlements: Type.Array(Type.String()), limits: ApplicationLimits }),
  ),
})

export function renderRole(role: RoleRow, owner: { shortName: string }): Static<typeof RoleReply> {
  return {
    id: role.id,
    name: role.name,
    description: role.description,
    leId: String(role.customerId),
    type: role.type,
    status: 'Active',
    owner: owner.shortName,
    externalReferenceId: role.externalReferenceId,
    applications: (role.applications as RoleApplication[]).map((one) => ({
      ...one,
      limits: renderLimits(one.limits),
    })) as Static<typeof RoleReply>['applications'],
  }
}

export const RoleResult = named('RoleResult', {
  roleId: Type.String(),
  message: Type.String(),
  data: Type.Object({ roleId: Type.String() }),
})

export function renderRoleResult({ id: roleId }: RoleRow, message: string): Static<typeof RoleResult> {
  return { roleId, message, data: { roleId } }
}

export const RolesReply = sizedPageOf(RoleReply)

export const RoleParams = Type.Object({
  ...CustomerIdParams.properties,
  roleId: Type.String({ format: 'uuid', description: 'A UUID.' }),
})

export const RolesQuery = Type.Object({ ...sizedPageQuery, roleName: Type.Optional(RoleName) })

export const exampleRole = {
  externalReferenceId: 'role-treasury',
  name: 'Treasury',
  description: 'Makes and views payments',
  applications: [
    {
      name: 'Payments',
      entitlements: ['Initiate_Payments', 'View_Payments'],
      limits: [{ name: 'Approval limit', value: 25000 }],
    },
    { name: 'Contacts', entitlements: ['View_Contacts'], limits: [] },
  ],
}
