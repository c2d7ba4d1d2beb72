/** What a user is among users whose logins differ in case alone, if it is one of them. */
export const LOGIN_TWINS = ['First', 'Later'] as const

/**
 * The SQL condition that a user has the login in a parameter, with its letters A to Z in any case.
 * It serves searches, and keeps logins apart; who signs in is named by the exact login. A user
 * whose login differs from another one in case alone, from the time when that was possible, is
 * named by its exact spelling. At most one user of an institution matches.
 *
 * Other letters keep their case, because some of them fold into an ASCII letter: the Kelvin sign
 * U+212A becomes a k.
 *
 *     `select * from users u where u.tenant_id = $1 and ${hasLogin('u', '$2')}`
 */
export function hasLogin(users: string, login: string): string {
  const [own, twin] = [`${users}.login_id`, `${users}.login_twin`]
  return `(${own} = ${login} or (${folded(own)} = ${folded(login)} and ${twin} is null))`
}

/** As in the index `users_login`. */
function folded(login: string): string {
  return `lower(${login} collate "C")`
}
