/** The public face of the slice: what other slices may use. */
import './administration.errors.ts'

export { faultsOf, MAX_NAME_LENGTH } from './check-profile.ts'
export { movePublicUrlOf } from './move-public-url.ts'
export { rotateSigningKeyOf } from './rotate-signing-key.ts'
export { removeIssuerOf, setIssuerOf } from './set-issuer.ts'
export { renderSigningKey } from './signing-keys.schema.ts'
