export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  from: { name: string; address: string }
}

export interface Mail {
  /** The same each time the mail is sent, so that a receiver can recognize a duplicate. */
  id: string
  to: string
  subject: string
  text: string
}

/**
 * A failed attempt. The message contains only protocol codes, because a server's text may quote the
 * recipient.
 */
export class MailNotSent extends Error {
  /** Whether the server refused this mail permanently. */
  readonly isFinal: boolean
  constructor(code: string, isFinal: boolean) {
    super(code)
    this.isFinal = isFinal
  }
}

export interface Mailer {
  /** Resolves when the server has accepted the mail; rejects with MailNotSent. */
  send(mail: Mail): Promise<void>
  close(): void
}

const MAX_CONNECTIONS = 2
const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000

export function createMailer({ url, from }: MailSettings): Mailer {
  let transport: ReturnType<typeof connect> | undefined
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      if (!isAddress(to)) throw new MailNotSent('the address is not a valid mail address', true)
      try {
        transport ??= connect(url)
        await (await transport).sendMail({
          from,
          to: { name: '', address: to },
          // An explicit envelope, so that no address is taken from a header.
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          subject,
          text,
          // RFC 3834: suppresses automatic replies such as out-of-office messages.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw notSent(error)
      }
    },
    close() {
      transport?.then(
        (connected) => connected.close(),
        () => {},
      )
    },
  }
}

/** Loads the library for the first mail, because commands that send none load this file too. */
async function connect(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // A mail must not include content from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Accepts one plain address: no list, display name, comment or line break. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
  )
}

/**
 * Only a refusal of the recipient or the message is final. An operator can correct a problem with
 * our own settings, such as a password or a limit.
 */
function notSent(error: unknown): MailNotSent {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const answer = responseCode === undefined ? '' : `, status ${responseCode}`
  return new MailNotSent(`the mail was not sent: ${code}${answer}`, isOfThisMail && (responseCode ?? 0) >= 500)
}
