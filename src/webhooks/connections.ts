import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/** Connections to receivers that stay open between requests. */
export interface Connections {
  agentFor(url: URL): HttpAgent
  /** Closes all of them. */
  close(): void
}

/** Most servers close a connection that is idle for five seconds or longer. */
const IDLE_MS = 4_000
const MAX_IDLE_PER_RECEIVER = 50
const MAX_RECEIVERS = 40

/**
 * Keeps at most fifty idle connections to each of the receivers that were used last, for a few
 * seconds. An address is checked when its connection is opened. A later request over the connection
 * goes to that address, even if the name has another one by then.
 */
export function createConnections(): Connections {
  /** The receiver that was used last is at the end. */
  const agents = new Map<string, HttpAgent>()

  function closeUnused(): void {
    for (const [origin, agent] of agents) {
      if (agents.size <= MAX_RECEIVERS) return
      if (Object.keys(agent.sockets).length > 0) continue
      agent.destroy()
      agents.delete(origin)
    }
  }

  return {
    agentFor({ origin, protocol }) {
      const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent
      const agent =
        agents.get(origin) ?? new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_PER_RECEIVER, timeout: IDLE_MS })
      agents.delete(origin)
      closeUnused()
      agents.set(origin, agent)
      return agent
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
      agents.clear()
    },
  }
}
