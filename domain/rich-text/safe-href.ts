const schemes = ['http:', 'https:', 'mailto:']

/** The URL of a web page or an email address, else null. A user name before the host ("bank.com@…") can mislead people, so it is refused. */
export function safeHref(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) return null
  return url.href.length <= 2000 ? url.href : null
}

/** Splits text into plain parts and links, because people paste URLs as plain text. */
export function splitLinks(text: string): { text: string; href: string | null }[] {
  const pieces: { text: string; href: string | null }[] = []
  let end = 0
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”]+/gu)) {
    const address = trimPunctuation(match[0])
    const href = safeHref(address)
    if (!href) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null })
    pieces.push({ text: address, href })
    end = match.index + address.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null })
  return pieces
}

/** Removes punctuation after a URL, because it belongs to the sentence. */
function trimPunctuation(address: string): string {
  const trimmed = address.replace(/[.,;:!?'’…*_]+$/, '')
  const isBracket = trimmed.endsWith(')') && !trimmed.includes('(')
  return isBracket ? trimPunctuation(trimmed.slice(0, -1)) : trimmed
}
