/** What other slices may ask about institutions. */
export { findInstitutionByCode, type Institution, listInstitutions, readInstitution } from './institution.store.ts'
