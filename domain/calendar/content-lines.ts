/** How RFC 5545 writes its lines: escaped, folded, ended by CR LF. */

const maxOctets = 75
const octetsOf = (text: string) => new TextEncoder().encode(text).length

/** What a property of type TEXT may hold: no control characters, and its own marks escaped. */
export const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** An address stands as it is, but must not end its line. */
export const plainValue = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}]/gu, '')

/** Cut after at most 75 octets and never within a character; each further line begins with a space. */
export function foldLine(line: string): string {
  if (octetsOf(line) <= maxOctets) return line
  const lines: string[] = []
  let open = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxOctets) {
      lines.push(open)
      open = ' '
      octets = 1
    }
    open += character
    octets += size
  }
  return [...lines, open].join('\r\n')
}

/** Wall-clock time: '20261121T070000'. `wall` is the instant plus the zone's offset. */
export const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

export const utcText = (instant: number) => `${wallText(instant)}Z`
