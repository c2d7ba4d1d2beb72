import { type Html, html } from './html.ts'
import { type Fault, NOTHING } from './layout.ts'

/** A form that the script fills in with the answer of a passkey. Hidden without the script. */
export function passkeyForm(
  step: 'passkey' | 'enrol-passkey',
  { challengeId, options }: { challengeId: string; options: unknown },
  { title, button, fault }: { title: string; button: string; fault: Fault | undefined },
): Html {
  const wrong = fault?.field === 'passkey' ? html`<p class="error" role="alert">${fault.text}</p>` : NOTHING
  return html`<form method="post" hidden data-passkey="${step === 'passkey' ? 'get' : 'create'}"
 data-options="${JSON.stringify(options)}">
<h2>${title}</h2>
${wrong}
<input type="hidden" name="step" value="${step}">
<input type="hidden" name="challengeId" value="${challengeId}">
<input type="hidden" name="response" value="">
<button class="quiet">${button}</button>
</form>`
}

/** The answer of the passkey; undefined if there is none. */
export function readPasskey(given: URLSearchParams): { challengeId: string; response: unknown } | undefined {
  const challengeId = given.get('challengeId')
  try {
    const response: unknown = JSON.parse(given.get('response') ?? '')
    return challengeId && response ? { challengeId, response } : undefined
  } catch {
    return undefined
  }
}
