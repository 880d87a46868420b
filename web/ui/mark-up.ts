/** What is typed, and the part of it that is selected. */
export type Draft = { text: string; start: number; end: number }

/** What takes the place of `from` to `to`, and what is selected afterwards. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number }

/** Bold is two stars, italic one, both are three. */
export type Mark = '*' | '**'

/** Puts marks around what is selected, or takes them away. Spaces at its ends stay outside, where Markdown wants them. */
export function toggleMark({ text, start, end }: Draft, mark: Mark): Edit {
  const selected = text.slice(start, end)
  const words = selected.trim()
  const from = words ? start + selected.indexOf(words) : start
  const to = from + (words || selected).length
  if (isMarked(starsAtEnd(text.slice(0, from)), starsAtStart(text.slice(to)), mark)) {
    return replace(from - mark.length, to + mark.length, words, 0)
  }
  if (words.length > 2 * mark.length && isMarked(starsAtStart(words), starsAtEnd(words), mark)) {
    return replace(from, to, words.slice(mark.length, -mark.length), 0)
  }
  return replace(from, to, `${mark}${words || selected}${mark}`, mark.length)
}

/** Afterwards selected: all of it but its marks. */
const replace = (from: number, to: number, insert: string, marks: number): Edit => ({
  from,
  to,
  insert,
  start: from + marks,
  end: from + insert.length - marks,
})

const starsAtStart = (text: string) => /^\**/.exec(text)?.[0].length ?? 0
const starsAtEnd = (text: string) => text.length - text.replace(/\*+$/, '').length

const isMarked = (before: number, after: number, mark: Mark) => {
  const stars = Math.min(before, after)
  return mark === '**' ? stars >= 2 : stars === 1 || stars === 3
}

/** Makes each line that is touched an item of a list, or a plain line again. */
export function toggleList({ text, start, end }: Draft): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => /^\s*[-*+] /.test(line) || line.trim() === '') && lines.some((line) => line.trim() !== '')
  const insert = lines.map(isList ? asLine : lines.length > 1 ? asItemIfAny : asItem).join('\n')
  if (start !== end) return { from, to, insert, start: from, end: from + insert.length }
  const caret = Math.max(from, start + insert.length - (to - from))
  return { from, to, insert, start: caret, end: caret }
}

const asLine = (line: string) => line.replace(/^(\s*)[-*+] /, '$1')
const asItem = (line: string) => `- ${line}`
const asItemIfAny = (line: string) => (line.trim() === '' ? line : asItem(line))

const placeholder = 'https://'

/** What is selected becomes the words of a link, or its address if it is one; what is still to type is selected. */
export function makeLink({ text, start, end }: Draft): Edit {
  const selected = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(selected.trim())) {
    return { from: start, to: end, insert: `[](${selected.trim()})`, start: start + 1, end: start + 1 }
  }
  const address = start + selected.length + 3
  return { from: start, to: end, insert: `[${selected}](${placeholder})`, start: address, end: address + placeholder.length }
}
