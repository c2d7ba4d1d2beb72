import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/clock.ts'

const PATH = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year, so that nobody writes to an address that is gone. */
const VALID_HOURS = 180 * 24

/** Tells who finds a weakness where to report it (RFC 9116). Without a contact, the path is 404. */
export function mountSecurityTxt(
  server: FastifyInstance,
  { contact, publicUrl, clock }: { contact: string | undefined; publicUrl: string; clock: Clock },
): void {
  if (contact === undefined) return
  server.get(PATH, (_request, reply) => {
    const expires = clock.now().add({ hours: VALID_HOURS }).round('second')
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${PATH}`,
    ]
    reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
