/** The schema of all tables. */
export const SCHEMA = 'giro'
