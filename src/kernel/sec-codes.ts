import { words } from './words.ts'

/** The ACH standard entry classes in which payments are originated. */
export const SEC_CODES = words('SecCode', ['POP', 'CCD', 'PPD', 'WEB', 'CTX', 'TEL', 'CIE', 'ARC', 'IAT'])
export type SecCode = (typeof SEC_CODES)[number]
