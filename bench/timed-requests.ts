import { findDemo } from '../src/main/demo/demo-institution.ts'

const REQUESTS_PER_ROW = 60

export interface Page {
  pagination?: { totalRecords: number }
  // biome-ignore lint/suspicious/noExplicitAny: the bench knows the shape of its answers
  data: any
}

/** A running service with a demo institution, called as the demo's API client. */
export interface Demo {
  /** Throws if the answer is not a success. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Page>
  /**
   * Prints a table row: the name, the number of records found, and p50, p95 and maximum of 60
   * requests in sequence, in milliseconds.
   */
  time(name: string, request: () => Promise<Page>): Promise<void>
}

export async function openDemo(dataDir = '.giro'): Promise<Demo> {
  const demo = await findDemo(dataDir)
  if (!demo) throw new Error(`${dataDir} has no demo.json: start the service with "giro serve --demo" first`)
  const { baseUrl, tokenUrl, apiKey, apiSecret } = demo
  const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')
  const grant = new URLSearchParams({ grant_type: 'client_credentials' })
  const tokens = await fetch(tokenUrl, { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: grant })
  const { access_token: token } = (await tokens.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  const ask: Demo['ask'] = async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body: body && JSON.stringify(body) })
    const answer = (await response.json()) as Page
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    ask,
    async time(name, request) {
      const { pagination, data } = await request()
      const found = pagination?.totalRecords ?? (Array.isArray(data) ? data.length : 1)
      const took: number[] = []
      for (let count = 0; count < REQUESTS_PER_ROW; count++) {
        const start = performance.now()
        await request()
        took.push(performance.now() - start)
      }
      took.sort((a, b) => a - b)
      const at = (share: number) => took[Math.ceil(share * took.length) - 1]!.toFixed(1)
      console.log(`| ${name} | ${found.toLocaleString('en')} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`)
    },
  }
}
