import Type from 'typebox'
import { Uid } from '../http/fields.ts'

/** The path parameter of everything that belongs to one customer. */
export const CustomerParams = Type.Object({ customerUID: Uid })
