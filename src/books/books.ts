/** The public face of the slice. */
import './books.errors.ts'

export { verifyBooks } from './verify-books.ts'
