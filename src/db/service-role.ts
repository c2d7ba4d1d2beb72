/** The database role of the service. It owns nothing; each migration grants the rights it needs. */
export const SERVICE_ROLE = 'giro_service'

/** Whether a connection string logs in as the service role itself. */
export function isServiceLogin(connectionString: string): boolean {
  return decodeURIComponent(new URL(connectionString).username) === SERVICE_ROLE
}
