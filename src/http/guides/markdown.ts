import { Marked, type Tokens } from 'marked'

/** A page of Markdown as HTML: its title, its body, and the anchors of its headings. */
export interface RenderedPage {
  title: string
  body: string
}

/** The anchor of a heading, as GitHub forms it. A heading that repeats takes a number. */
export function anchorOf(heading: string, seen: Map<string, number>): string {
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  const anchor = words.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
  const times = seen.get(anchor) ?? 0
  seen.set(anchor, times + 1)
  return times === 0 ? anchor : `${anchor}-${times}`
}

/**
 * Renders a page. `locate` says where a link leads; a link to a file that is not served stays text.
 * Of HTML in a page, only line breaks are kept.
 */
export function renderMarkdown(markdown: string, locate: (href: string) => string | undefined): RenderedPage {
  const seen = new Map<string, number>()
  const parser = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = escapeHtml(anchorOf(text, seen))
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const [text, target] = [this.parser.parseInline(tokens), locate(href)]
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      code({ text, lang }: Tokens.Code) {
        const name = lang ? ` data-language="${escapeHtml(lang)}"` : ''
        // Long lines scroll, also for those who use the keyboard.
        return `<pre tabindex="0"${name}><code>${escapeHtml(text)}</code></pre>\n`
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (/^<br\s*\/?>$/.test(text.trim()) ? '<br>' : escapeHtml(text)),
    },
  })
  const title = /^# (.*)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Giro'
  return { title, body: parser.parse(markdown, { async: false }) }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
