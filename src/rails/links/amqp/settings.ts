/** The broker that carries messages, as the process knows it. */
export interface AmqpSettings {
  host: string
  port: number
  /** Undefined for a connection in the clear. */
  tls: { ca?: Buffer; cert?: Buffer; key?: Buffer } | undefined
  /** SASL PLAIN; undefined for ANONYMOUS, or EXTERNAL with a client certificate. */
  login: { user: string; password: string } | undefined
}
