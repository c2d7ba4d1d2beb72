import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** The dark squares of a QR code with a border of four (ISO/IEC 18004), as a path to draw. */
export function qrSquares(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: squares.join('') }
}

/** A QR code as an inline drawing. */
export function qrCode(text: string, label: string): Html {
  const { size, path } = qrSquares(text)
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${String(size)} ${String(size)}">
<path fill="#000" d="${path}"/></svg>`
}
