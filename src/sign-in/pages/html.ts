/** Text that is already HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Html | undefined | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes every value that is not HTML itself, in text as in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((before, text, at) => before + render(parts[at - 1]) + text))
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part !== 'string') return part.map(render).join('')
  return part.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
}
