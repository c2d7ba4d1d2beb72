import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { escapeHtml, renderMarkdown } from './markdown.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

/** The guides of docs/guides, in the order in which a newcomer reads them. */
export const GUIDES = [
  'getting-started',
  'payments',
  'approvals',
  'limits',
  'fees',
  'fx',
  'series',
  'webhooks',
  'sandbox',
  'payroll',
  'rate-limits',
  'versioning',
  'going-live',
] as const

/** The pages of docs/ that guides and answers refer to. Those for operators are not served. */
export const REFERENCE_PAGES = [
  'account-activity',
  'ach',
  'ach-entries',
  'approvers',
  'audit',
  'banks',
  'entitlements',
  'errors',
  'events',
  'fapi',
  'fees',
  'field-owners',
  'fx',
  'fx-contract-states',
  'glossary',
  'integration',
  'interface-differences',
  'limits',
  'obligations',
  'payment-files',
  'payment-states',
  'receipts',
  'requests',
  'returns',
  'timing',
  'webhooks',
] as const

/** The helpers that the examples of the guides load. */
export const EXAMPLES = ['giro.sh', 'giro.ts', 'giro.py'] as const

/** A file of docs/ by its address, or undefined for an address that has none. */
export function fileOf(path: string): string | undefined {
  const [, folder, name = ''] = /^\/docs\/(guides\/examples|guides|pages)\/([a-z.-]+)$/.exec(path) ?? []
  if (folder === 'guides' && includes(GUIDES, name)) return `guides/${name}.md`
  if (folder === 'guides/examples' && includes(EXAMPLES, name)) return `guides/examples/${name}`
  if (folder === 'pages' && includes(REFERENCE_PAGES, name)) return `${name}.md`
  return undefined
}

function includes(known: readonly string[], name: string): boolean {
  return known.includes(name)
}

/** Whether the documents were installed with the program. */
export function hasDocuments(): boolean {
  return existsSync(new URL('guides/', DOCS))
}

export function readDocument(file: string): string {
  return readFileSync(new URL(file, DOCS), 'utf8')
}

/** Where a link of a document leads, as an address of this service. */
export function locate(file: string, href: string): string | undefined {
  if (href.startsWith('#')) return href
  // The documents show the addresses of the demo. A reader of this service wants its own.
  if (href.startsWith('http://127.0.0.1:8080')) return href.slice('http://127.0.0.1:8080'.length) || '/'
  if (/^[a-z]+:/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///docs/${file}`)
  const name = basename(pathname, '.md')
  const target = pathname.startsWith('/docs/guides/') ? pathname.replace(/\.md$/, '') : `/docs/pages/${name}`
  const isDocument = fileOf(target) !== undefined && pathname === `/docs/${fileOf(target)}`
  return isDocument ? target + hash : undefined
}

const titles = new Map<string, string>()

/** The title of a document: its first heading. */
function titleOf(file: string): string {
  const known = titles.get(file)
  if (known !== undefined) return known
  const title = /^# (.*)$/m.exec(readDocument(file))?.[1] ?? file
  titles.set(file, title)
  return title
}

/** A whole page of HTML. It runs no script. */
export function pageOf(file: string): string {
  const { title, body } = renderMarkdown(readDocument(file), (href) => locate(file, href))
  return layout(title, body, file)
}

/** The page at `/`: what this service is, and where to go. */
export function startPage(): string {
  const guides = GUIDES.map((name) => linkTo(`/docs/guides/${name}`, `guides/${name}.md`))
  const pages = REFERENCE_PAGES.map((name) => linkTo(`/docs/pages/${name}`, `${name}.md`))
  const body = `<h1>Giro</h1>
<p>This is the API of a bank. Programs call it to onboard customers, to manage accounts and
contacts, and to make payments: by ACH, wire, RTP or FedNow, abroad in other currencies, or between
two accounts of the bank.</p>
<h2>Start here</h2>
<ul>
<li><a href="/docs/guides/getting-started">Getting started</a>: from the API key to the first payout</li>
<li><a href="/docs/reference">API reference</a>: every operation and field, with forms to try them</li>
<li><a href="/openapi.json">OpenAPI document</a>, and a
<a href="/docs/collection.json">collection</a> for Postman and Bruno</li>
<li><a href="/docs/pages/errors">Errors</a>: every reason for which a request is refused</li>
</ul>
<h2>Guides</h2>
<ul>
${guides.join('\n')}
</ul>
<h2 id="pages">Pages</h2>
<ul>
${pages.join('\n')}
</ul>`
  return layout('Giro', body, '')
}

function linkTo(address: string, file: string): string {
  return `<li><a href="${address}">${escapeHtml(titleOf(file))}</a></li>`
}

function layout(title: string, body: string, file: string): string {
  const guides = GUIDES.map((name) => {
    const current = file === `guides/${name}.md` ? ' aria-current="page"' : ''
    return `<li><a href="/docs/guides/${name}"${current}>${escapeHtml(titleOf(`guides/${name}.md`))}</a></li>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'Giro' ? title : `${title} · Giro`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/guides.css">
</head>
<body>
<nav aria-label="Guides">
<p><a href="/">Giro</a> · <a href="/docs/reference">API reference</a></p>
<ul>
${guides.join('\n')}
</ul>
</nav>
<main>
${body}
</main>
</body>
</html>
`
}

export const STYLE = `:root { color-scheme: light dark; --line: light-dark(#d8dce2, #3a404a); --code: light-dark(#f4f5f7, #1d2127) }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; display: grid; grid-template-columns: 15rem minmax(0, 1fr);
  gap: 2.5rem; font: 1rem/1.6 system-ui, sans-serif }
nav ul { list-style: none; padding: 0 }
nav li { margin: 0.3rem 0 }
[aria-current] { font-weight: 600 }
pre { background: var(--code); padding: 0.8rem 1rem; overflow-x: auto; border-radius: 6px; line-height: 1.4 }
code { font: 0.9em ui-monospace, monospace }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top }
@media (max-width: 50rem) { body { display: block } }
`
