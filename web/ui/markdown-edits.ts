/** The text of the editor, and the selected part of it. */
export type EditorState = { text: string; start: number; end: number }

/** Replaces the text between `from` and `to` with `insert`, and then selects `start` to `end`. */
export type TextEdit = { from: number; to: number; insert: string; start: number; end: number }

/** Italic is one star, bold is two, and both together are three. */
export type Mark = '*' | '**'

/**
 * Adds marks around the selection, or removes them. Spaces at the ends of the selection stay outside of the marks, as Markdown
 * requires.
 */
export function toggleMark({ text, start, end }: EditorState, mark: Mark): TextEdit {
  const selected = text.slice(start, end)
  const trimmed = selected.trim()
  const from = trimmed ? start + selected.indexOf(trimmed) : start
  const to = from + (trimmed || selected).length
  if (isMarked(starsAtEnd(text.slice(0, from)), starsAtStart(text.slice(to)), mark)) {
    return createEdit(from - mark.length, to + mark.length, trimmed, 0)
  }
  if (trimmed.length > 2 * mark.length && isMarked(starsAtStart(trimmed), starsAtEnd(trimmed), mark)) {
    return createEdit(from, to, trimmed.slice(mark.length, -mark.length), 0)
  }
  return createEdit(from, to, `${mark}${trimmed || selected}${mark}`, mark.length)
}

/** Creates an edit that selects the new text without its marks. */
const createEdit = (from: number, to: number, insert: string, marks: number): TextEdit => ({
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

/** Turns each selected line into a list item, or back into a plain line. */
export function toggleList({ text, start, end }: EditorState): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => /^\s*[-*+] /.test(line) || line.trim() === '') && lines.some((line) => line.trim() !== '')
  const insert = lines.map(isList ? toPlainLine : lines.length > 1 ? toListItemUnlessBlank : toListItem).join('\n')
  if (start !== end) return { from, to, insert, start: from, end: from + insert.length }
  const caret = Math.max(from, start + insert.length - (to - from))
  return { from, to, insert, start: caret, end: caret }
}

const toPlainLine = (line: string) => line.replace(/^(\s*)[-*+] /, '$1')
const toListItem = (line: string) => `- ${line}`
const toListItemUnlessBlank = (line: string) => (line.trim() === '' ? line : toListItem(line))

const placeholder = 'https://'

/**
 * Turns the selection into a link. It becomes the address if it is one, and the text otherwise. The part that is missing is
 * selected next.
 */
export function makeLink({ text, start, end }: EditorState): TextEdit {
  const selected = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(selected.trim())) {
    return { from: start, to: end, insert: `[](${selected.trim()})`, start: start + 1, end: start + 1 }
  }
  const address = start + selected.length + 3
  return { from: start, to: end, insert: `[${selected}](${placeholder})`, start: address, end: address + placeholder.length }
}
