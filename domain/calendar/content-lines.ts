/** Functions that write the lines of an iCalendar file (RFC 5545): escaped, folded and ended by CR LF. */

const maxOctets = 75
const octetsOf = (text: string) => new TextEncoder().encode(text).length

/** Writes a value of type TEXT: removes control characters and puts a backslash before reserved characters. */
export const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** Writes a URL: it is not escaped, but must not contain spaces or line breaks. */
export const plainValue = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}]/gu, '')

/** Cuts a line after at most 75 octets, and never within a character. Each continuation line begins with a space. */
export function foldLine(line: string): string {
  if (octetsOf(line) <= maxOctets) return line
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxOctets) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** Writes a wall-clock time: '20261121T070000'. `wall` is the instant plus the zone's offset. */
export const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

export const utcText = (instant: number) => `${wallText(instant)}Z`
