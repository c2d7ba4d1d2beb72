/** What other slices may ask about institutions. */
export {
  findInstitutionByCode,
  type Institution,
  listInstitutions,
  lockInstitution,
  readInstitution,
} from './institution.store.ts'
