const schemes = ['http:', 'https:', 'mailto:']

/** A page or a mailbox, told whole; null for all else. A name before the host ("bank.com@…") is a disguise. */
export function safeHref(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) return null
  return url.href.length <= 2000 ? url.href : null
}

/** Pieces of plain words, with the addresses among them as links: people paste them as they are. */
export function splitAddresses(text: string): { text: string; href: string | null }[] {
  const pieces: { text: string; href: string | null }[] = []
  let done = 0
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”]+/gu)) {
    const address = withoutClosing(match[0])
    const href = safeHref(address)
    if (!href) continue
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), href: null })
    pieces.push({ text: address, href })
    done = match.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done), href: null })
  return pieces
}

/** The comma, full stop or bracket after an address belongs to the sentence. */
function withoutClosing(address: string): string {
  const short = address.replace(/[.,;:!?'’…*_]+$/, '')
  const isBracket = short.endsWith(')') && !short.includes('(')
  return isBracket ? withoutClosing(short.slice(0, -1)) : short
}
