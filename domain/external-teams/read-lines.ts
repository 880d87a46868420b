/** A content line of an iCalendar file (RFC 5545), such as `DTSTART;TZID=Europe/Berlin:20261121T190000`. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string }

/** A component between BEGIN and END, with its own lines only. Those of components inside it, such as alarms, are not part of it. */
export type FeedComponent = { name: string; lines: ContentLine[] }

/**
 * Reads the components of a calendar, in one pass over the text. Lines that are none are skipped, because real feeds contain such
 * lines. Null if the text is no calendar.
 */
export function readComponents(text: string): FeedComponent[] | null {
  const lines = unfold(text)
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines.find((line) => line.trim() !== '') ?? '')) return null
  const components: FeedComponent[] = []
  const open: FeedComponent[] = []
  for (const text of lines) {
    const line = readLine(text)
    if (!line) continue
    const word = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') {
      const component = { name: word, lines: [] }
      if (open.length < maxDepth) components.push(component)
      open.push(component)
    } else if (line.name === 'END') {
      // An END without its BEGIN closes nothing.
      if (open.at(-1)?.name === word) open.pop()
    } else open.at(-1)?.lines.push(line)
  }
  return components
}

/** An event is in the calendar itself; a time zone has rules inside it. Nothing deeper matters to us. */
const maxDepth = 2

/** Joins lines that were cut: a line that starts with a space or a tab continues the one before. */
function unfold(text: string): string[] {
  const lines: string[] = []
  let parts: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line.startsWith(' ') || line.startsWith('\t')) parts.push(line.slice(1))
    else {
      lines.push(parts.join(''))
      parts = [line]
    }
  }
  return [...lines, parts.join('')]
}

const isName = /^[A-Za-z0-9-]{1,100}$/

/** The end of the next part: the first colon or semicolon that is not between quotes. */
function findPartEnd(text: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ':' || character === ';')) return at
  }
  return -1
}

function readLine(text: string): ContentLine | null {
  let end = findPartEnd(text, 0)
  const name = text.slice(0, Math.max(end, 0))
  if (!isName.test(name)) return null
  const params = new Map<string, string>()
  while (text[end] === ';') {
    const start = end + 1
    end = findPartEnd(text, start)
    if (end === -1) return null
    const [, key, value = ''] = /^([^=]+)=(.*)$/s.exec(text.slice(start, end)) ?? []
    if (key) params.set(key.toUpperCase(), value.replaceAll('"', ''))
  }
  return { name: name.toUpperCase(), params, value: text.slice(end + 1) }
}
