import type { ServerResponse } from 'node:http'

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#767b85, #8b919c);
  --ink: light-dark(#16181d, #eceef2); --back: light-dark(#f4f5f7, #14161a); --card: light-dark(#fff, #1d2026);
  --act: light-dark(#0b4fb3, #9cc3ff); --on-act: light-dark(#fff, #0a1830); --wrong: light-dark(#a11212, #ff9d94);
  --mute: light-dark(#4d525c, #b0b5bf); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
@media (min-width: 30rem) {
  main { margin: 4rem auto; padding: 2rem; background: var(--card); border-radius: .75rem; }
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.host { margin: 0 0 .25rem; color: var(--mute); font-weight: 600; }
.field { margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; }
.hint { margin: 0 0 .25rem; color: var(--mute); font-size: .9rem; }
.error { margin: 0 0 .25rem; color: var(--wrong); font-weight: 600; }
.error::before { content: "⚠ "; }
input:not([type=hidden]) { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .375rem; }
input[aria-invalid] { border: 2px solid var(--wrong); }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-act); background: var(--act); border: 1px solid var(--act); border-radius: .375rem; }
button.quiet { color: var(--act); background: none; }
form + form { margin-top: .75rem; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
code, .codes { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.codes { columns: 2; padding-left: 1.5rem; font-size: 1.05rem; }
.qr { display: block; width: 12rem; max-width: 100%; margin: 0 auto 1rem; background: #fff; }
@media print { button { display: none; } }
`

/**
 * Passkeys need a script. Without one, the buttons stay hidden and codes remain. The options come
 * in the page and the answer goes with the form, so the script sends no request of its own.
 */
const SCRIPT = `'use strict'
const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const named = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }))
function optionsOf(given) {
  const options = { ...given, challenge: bytes(given.challenge) }
  if (given.user) options.user = { ...given.user, id: bytes(given.user.id) }
  if (given.allowCredentials) options.allowCredentials = named(given.allowCredentials)
  if (given.excludeCredentials) options.excludeCredentials = named(given.excludeCredentials)
  return options
}
function answerOf({ id, rawId, type, response, authenticatorAttachment }, credential) {
  const given = { clientDataJSON: text(response.clientDataJSON) }
  for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (response[name]) given[name] = text(response[name])
  if (response.getTransports) given.transports = response.getTransports()
  return { id, rawId: text(rawId), type, authenticatorAttachment, response: given,
    clientExtensionResults: credential.getClientExtensionResults() }
}
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    if (form.elements.response.value) return
    event.preventDefault()
    const publicKey = optionsOf(JSON.parse(form.dataset.options))
    const ask = form.dataset.passkey === 'create' ? 'create' : 'get'
    try {
      const credential = await navigator.credentials[ask]({ publicKey })
      form.elements.response.value = JSON.stringify(answerOf(credential, credential))
    } catch {
      form.elements.response.value = 'null'
    }
    form.requestSubmit()
  })
}
`

const FILES: Readonly<Record<string, { type: string; text: string }>> = {
  'sign-in.css': { type: 'text/css', text: STYLE },
  'passkey.js': { type: 'text/javascript', text: SCRIPT },
}

/** Serves the stylesheet or the script. They are the same for everyone and hold no secret. */
export function sendAsset(response: ServerResponse, name: string): boolean {
  const file = FILES[name]
  if (!file) return false
  response
    .writeHead(200, { 'Content-Type': `${file.type}; charset=utf-8`, 'Cache-Control': 'public, max-age=300' })
    .end(file.text)
  return true
}
