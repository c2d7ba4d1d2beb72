/** What other folders may do with the tokens of persons. */
export { endTokensOfPerson } from './persons.store.ts'
