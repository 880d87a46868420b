/**
 * Removes markup that would keep the parser busy for seconds: lists that are nested thousands of levels deep, and thousands
 * of emphasis marks, where each closing mark searches all text before it. Nobody writes these on purpose.
 */
export function limitMarkdown(markdown: string): string {
  const flattened = markdown
    .replace(/^[ \t]+/gm, (space) => space.replaceAll('\t', '    ').slice(0, maxIndent))
    .replace(stackedMarkers, '$1')
  return flattened.split(paragraphEnd).map(escapeCrowdedMarks).join('')
}

/** Enough for the depth of lists that we show, and a few more levels. */
const maxIndent = 16

/** More than three list markers in a row on one line. Only the first three stay. */
const stackedMarkers = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])){3})(?:[ \t]+(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/gm

/** The group keeps the separator in the result of the split, as every second item. */
const paragraphEnd = /(\n[ \t]*\n)/

const maxMarks = 200

/** Private characters replace marks that are plain text, so that the parser does not read them as markup. */
const placeholders: Record<string, string> = { '*': '\uE000', _: '\uE001', '[': '\uE002' }
const marksByPlaceholder = Object.fromEntries(Object.entries(placeholders).map(([mark, placeholder]) => [placeholder, mark]))

/** In a paragraph with very many marks, all of them become plain text. A bullet at the start of a line stays a bullet. */
function escapeCrowdedMarks(paragraph: string): string {
  const count = paragraph.match(/[*_[]/g)?.length ?? 0
  if (count <= maxMarks) return paragraph
  return paragraph.replace(
    /^([ \t]*\*[ \t])?(.*)$/gm,
    (_, bullet: string | undefined, rest: string) => (bullet ?? '') + rest.replace(/[*_[]/g, (mark) => placeholders[mark] ?? mark),
  )
}

export const restoreMarks = (text: string) =>
  text.replace(/[\uE000-\uE002]/g, (placeholder) => marksByPlaceholder[placeholder] ?? placeholder)
