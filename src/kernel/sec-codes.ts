/** The ACH standard entry classes that the API supports. */
export const SEC_CODES = ['POP', 'CCD', 'PPD', 'WEB', 'CTX'] as const
