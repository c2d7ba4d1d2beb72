/** A browser without script: keeps cookies, follows redirects of one service, and sends forms. */
export interface CookieBrowser {
  cookies: Map<string, { value: string; path: string; flags: string }>
  /** One request. A form is sent as from a page of the service, unless `headers` say otherwise. */
  send(url: string, options?: SendOptions): Promise<Response>
  /** Follows redirects within the service. `away` is the address outside of it, if any. */
  visit(url: string, options?: SendOptions): Promise<Visited>
}

export interface SendOptions {
  form?: Record<string, string> | undefined
  headers?: Record<string, string>
}

export interface Visited {
  status: number
  /** The address of the page. */
  url: string
  text: string
  headers: Headers
  away?: URL
}

const MAX_HOPS = 10

export function openCookieBrowser(origin: string): CookieBrowser {
  const cookies: CookieBrowser['cookies'] = new Map()

  function keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value, flags] = /^([^=]+)=([^;]*);?(.*)$/.exec(line)!
      const path = /path=([^;]+)/i.exec(flags!)?.[1] ?? '/'
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(flags!)) cookies.delete(name!)
      else cookies.set(name!, { value: value!, path, flags: flags! })
    }
  }

  async function send(url: string, { form, headers = {} }: SendOptions = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const ofForm = form && { origin, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', ...ofForm, ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    keep(response)
    return response
  }

  return {
    cookies,
    send,
    async visit(url, options) {
      let response = await send(url, options)
      let at = url
      for (let hops = 0; hops < MAX_HOPS && [302, 303].includes(response.status); hops++) {
        const target = new URL(response.headers.get('location')!, at)
        const { status, headers } = response
        if (target.origin !== origin) return { status, url: at, text: '', headers, away: target }
        at = target.href
        response = await send(at)
      }
      return { status: response.status, url: at, text: await response.text(), headers: response.headers }
    },
  }
}
