import { linkedBelow } from '../kernel/request-target.ts'

/** A step from the key to the payout, as the page shows it. */
interface Step {
  title: string
  says: string
  command: string
  /** The operation in the reference. */
  operation: string
}

/** What the page replaces by the address at which its reader found it. */
const OWN_ADDRESS = 'http://127.0.0.1:8080'

const steps: readonly Step[] = [
  {
    title: 'Get a token',
    says: 'The institution gives you its code, an API key and secret, and the customerUID of your customer. In the demo, which is the institution demo, they are in .giro/demo.json. A token is valid for four hours.',
    command: `GIRO=${OWN_ADDRESS} INSTITUTION=demo
API_KEY=… API_SECRET=… CUSTOMER=…
TOKEN=$(curl -s -u "$API_KEY:$API_SECRET" -d grant_type=client_credentials \\
  "$GIRO/auth/realms/$INSTITUTION/protocol/openid-connect/token" | jq -r .access_token)`,
    operation: 'token/POST/auth/realms/{tenant_code}/protocol/openid-connect/token',
  },
  {
    title: 'Find the account that pays',
    says: 'Take accountUID from the reply.',
    command: `curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"accountNumber":"400000001"}' "$GIRO/v3/customers/$CUSTOMER/accounts/search"`,
    operation: 'accounts/POST/v3/customers/{customerUID}/accounts/search',
  },
  {
    title: 'Find who is paid',
    says: 'The receiver is a contact of the customer. Take contactUID from the reply.',
    command: `curl -s -H "Authorization: Bearer $TOKEN" \\
  "$GIRO/customers/$CUSTOMER/contacts?page=1&limit=10&accountNumber=700100200300"`,
    operation: 'contacts/GET/customers/{customerUID}/contacts',
  },
  {
    title: 'Pay',
    says: 'With an Idempotent-Key, the request can be sent again: the payment is made once. Take paymentUID from the reply.',
    command: `curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -H "Idempotent-Key: invoice-2026-118" \\
  -d '{"externalReferenceId":"invoice-2026-118","paymentAmount":125.50,"paymentCurrency":"USD",
       "speed":"Economy","sender":{"accountUID":"'$ACCOUNT'"},"receiver":{"accountUID":"'$CONTACT'"}}' \\
  "$GIRO/v3/payments/creditrequest"`,
    operation: 'payments/POST/v3/payments/creditrequest',
  },
  {
    title: 'Follow the payment',
    says: 'Its status moves from VALIDATED to PROCESSED. A webhook tells you, so that you need not ask.',
    command: `curl -s -H "Authorization: Bearer $TOKEN" "$GIRO/v3/payments/$PAYMENT"`,
    operation: 'payments/GET/v3/payments/{paymentUID}',
  },
]

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;
padding:0 1rem}pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #8886;border-radius:6px;font-size:.85rem}
h1{margin-bottom:0}nav a{margin-right:1.25rem}li{margin-bottom:1.5rem}h2{font-size:1.1rem;margin-bottom:.25rem}`

/**
 * Shows the address of this service in the commands. Links to operations began with /docs# when the
 * reference was there.
 */
const scriptOf = (basePath: string) => `document.addEventListener('DOMContentLoaded', () => {
  for (const code of document.querySelectorAll('code'))
    code.textContent = code.textContent.replace('${OWN_ADDRESS}', location.origin + '${basePath}')
})
function go() {
  if (location.hash.startsWith('#tag/')) location.replace('${basePath}/docs/reference' + location.hash)
}
go()
addEventListener('hashchange', go)`

/** The first page of the documentation: from the API key to a payout. */
export function firstPage(basePath: string): string {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Giro: first payout</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<script>${scriptOf(basePath)}</script>
</head>
<body>
<h1>From the key to a payout</h1>
<p>Five requests pay a contact. Each links to the reference, where you can send it from the page.</p>
<nav><a href="/docs/reference">Reference</a><a href="/docs/guides/">Guides</a><a href="/openapi.json">openapi.json</a></nav>
<ol>
${steps.map(renderStep).join('\n')}
</ol>
<p>What went wrong, if a request was refused? Its <code>reason</code> is a word for your program, and its
<code>message</code> says what to do.</p>
</body>
</html>
`
  return linkedBelow(basePath, page)
}

function renderStep({ title, says, command, operation }: Step): string {
  return `<li><h2>${title}</h2><p>${says} <a href="/docs/reference#tag/${operation}">In the reference</a></p>
<pre><code>${escapeHtml(command)}</code></pre></li>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
