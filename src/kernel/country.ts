import { countrySpecs } from 'ibantools'
import { iso31661, iso31661Alpha3ToAlpha2 } from 'iso-3166'
import { atFirstUse } from './at-first-use.ts'

/**
 * Whether the text is an ISO 3166-1 alpha-2 code, or XK: ISO has assigned no code to Kosovo, and
 * its banks use XK in BIC and IBAN.
 */
export function isCountry(code: string): boolean {
  return Object.hasOwn(countrySpecs, code)
}

/** The United States and its territories: their banks have ABA routing numbers. */
const DOMESTIC_COUNTRIES: readonly string[] = ['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM']

/**
 * Whether ACH, Fedwire, RTP and FedNow count a bank in this country as domestic. Banks on military
 * bases and in embassies are in US, too (Nacha Operating Rules, Article Eight, "territorial
 * jurisdiction of the United States").
 */
export function isDomesticBank(country: string): boolean {
  return DOMESTIC_COUNTRIES.includes(country)
}

/**
 * Territories whose banks use codes of their own in BICs and IBANs, or those of the state, as they
 * choose or its registry says.
 */
const TERRITORIES: Readonly<Record<string, string>> = {
  ...{ JE: 'GB', GG: 'GB', IM: 'GB', AX: 'FI', FO: 'DK', GL: 'DK', SJ: 'NO' },
  ...{ PR: 'US', VI: 'US', GU: 'US', AS: 'US', MP: 'US', UM: 'US' },
  ...{ GP: 'FR', MQ: 'FR', GF: 'FR', RE: 'FR', YT: 'FR', PM: 'FR', BL: 'FR', MF: 'FR' },
  ...{ PF: 'FR', NC: 'FR', WF: 'FR', TF: 'FR' },
}

/** The state of a territory; of any other country, itself. */
export function stateOf(country: string): string {
  return TERRITORIES[country] ?? country
}

/**
 * The alpha-2 code of a country given as alpha-2, as alpha-3 or by its English name, in any case;
 * undefined if it is none.
 */
export function countryCodeOf(text: string): string | undefined {
  if (isCountry(text)) return text
  const asked = text.trim().toUpperCase()
  if (isCountry(asked)) return asked
  const known = iso31661Alpha3ToAlpha2[asked] ?? codesByName().get(nameKey(asked))
  return known !== undefined && isCountry(known) ? known : undefined
}

/** Both the name of ISO, such as United States of America, and the common one, United States. */
const codesByName = atFirstUse(() => {
  const common = new Intl.DisplayNames('en', { type: 'region' })
  return new Map(
    [...iso31661, { alpha2: 'XK', name: 'Kosovo' }].flatMap(({ alpha2, name }) =>
      [name, common.of(alpha2) ?? name].map((one): [string, string] => [nameKey(one), alpha2]),
    ),
  )
})

/** Neither case, accents, punctuation nor an article makes another country. */
function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', 'AND')
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^THE/, '')
}
