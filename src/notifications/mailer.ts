import { createTransport } from 'nodemailer'

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  url: string
  from: { name: string; address: string }
}

export interface Mail {
  /** The same whenever the same mail is sent again, so that who has it already can tell. */
  id: string
  to: string
  subject: string
  text: string
}

/** An attempt that failed, in the words of the protocol alone: what a server says may quote whom the mail was for. */
export class MailNotSent extends Error {
  /** Whether the server has refused this very mail for good. */
  readonly isFinal: boolean
  constructor(code: string, isFinal: boolean) {
    super(code)
    this.isFinal = isFinal
  }
}

export interface Mailer {
  /** Resolves when the server has taken the mail; rejects with MailNotSent. */
  send(mail: Mail): Promise<void>
  close(): void
}

const CONNECTIONS = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

export function createMailer({ url, from }: MailSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Nothing of a mail is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text }) {
      if (!isAddress(to)) throw new MailNotSent('the address is not one that mail can be sent to', true)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          // Given apart, so that no header is read for addresses.
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          subject,
          text,
          // RFC 3834: nobody's absence is answered to a machine.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw notSent(error)
      }
    },
    close: () => transport.close(),
  }
}

/** One address, plain: no list, no name, no comment, and nothing that could end a line. */
export function isAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)
  )
}

/** Only what is said of the receiver or of the message is final; what is said of us (a password, a limit) is put right by an operator. */
function notSent(error: unknown): MailNotSent {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const answer = responseCode === undefined ? '' : `, answered ${responseCode}`
  return new MailNotSent(`the mail was not sent: ${code}${answer}`, isOfThisMail && (responseCode ?? 0) >= 500)
}
