import type { ServerResponse } from 'node:http'
import type { Page } from '../../tokens/people.ts'
import { Html, html } from './html.ts'

/** The institution in whose name a page speaks. */
export interface Host {
  code: string
  name: string
  /** The path of the public URL: see basePathOf. */
  basePath?: string
}

interface Content {
  title: string
  body: Html
  /** Where forms may lead: browsers check each redirect after a form (CSP form-action). */
  formTargets?: readonly string[]
  /** Whether the page has the script for passkeys. */
  hasScript?: boolean
}

/** The address of a file of the pages. */
export const assetPath = ({ code, basePath = '' }: Pick<Host, 'code' | 'basePath'>, name: string) =>
  `${basePath}/auth/realms/${code}/assets/${name}`

/**
 * A page with its headers. It works without script and holds no inline script or style. Referrers
 * stay within the service, so that browsers name the origin of a form.
 */
export function page(host: Host, { title, body, formTargets = [], hasScript = false }: Content): Page {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${host.name}</title>
<link rel="stylesheet" href="${assetPath(host, 'sign-in.css')}">
<link rel="icon" href="data:,">
${hasScript ? html`<script src="${assetPath(host, 'passkey.js')}" defer></script>` : undefined}
</head>
<body>
<main>
<p class="host">${host.name}</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ...(hasScript ? ["script-src 'self'"] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    html: document.text,
    headers: { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'same-origin' },
  }
}

export function send(response: ServerResponse, status: number, { html, headers }: Page): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(html)
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Content-Length': '0' }).end()
}

/** What is wrong with what the person entered. */
export interface Fault {
  /** The field beside which it is shown. */
  field: string
  text: string
}

interface Field {
  name: string
  label: string
  type?: string
  autocomplete: string
  value?: string | undefined
  hint?: string
  /** For digits on telephones. */
  inputmode?: string
  focused?: boolean
}

/** A field with its label, and its fault beside it. */
export function field(given: Field, fault: Fault | undefined): Html {
  const { name, label, type = 'text', autocomplete, value, hint, inputmode, focused = false } = given
  const wrong = fault?.field === name ? fault : undefined
  const described = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(' ')
  const attributes = [
    ...(inputmode ? [html` inputmode="${inputmode}"`] : []),
    ...(value === undefined ? [] : [html` value="${value}"`]),
    ...(described ? [html` aria-describedby="${described}"`] : []),
    ...(wrong ? [html` aria-invalid="true"`] : []),
    ...(wrong || (focused && !fault) ? [html` autofocus`] : []),
  ]
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : undefined}
${wrong ? html`<p class="error" id="${name}-error" role="alert">${wrong.text}</p>` : undefined}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required spellcheck="false"
 autocapitalize="none"${attributes}>
</div>`
}

/** A form that posts to the page itself. `step` says what it is about. */
export function form(
  step: string,
  content: Html,
  { button, quiet = false }: { button: string; quiet?: boolean },
): Html {
  return html`<form method="post">
<input type="hidden" name="step" value="${step}">
${content}
<button${quiet ? html` class="quiet"` : undefined}>${button}</button>
</form>`
}

/** A short page that says what happened. */
export function note(host: Host, title: string, text: string): Page {
  return page(host, { title, body: html`<p>${text}</p>` })
}

export const NOTHING = new Html('')
