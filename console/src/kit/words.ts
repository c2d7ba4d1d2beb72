/** `READY_TO_TRANSMIT`, `ReadyToTransmit` and `readyToTransmit` as `Ready to transmit`. */
export function wordsOf(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
  const text = spaced
    .split(/\s+/)
    .map((word) => (KEPT.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const KEPT = new Set(['ACH', 'RTP', 'SWIFT', 'FX', 'API', 'UETR', 'IBAN', 'BIC', 'IMAD', 'OMAD', 'UID', 'SEC', 'GL'])
