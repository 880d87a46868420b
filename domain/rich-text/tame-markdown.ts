/**
 * Marks that nobody means would keep a parser busy for seconds: lists in lists ten thousand deep, and emphasis whose every
 * closing mark searches all before it for its opening one. They are taken out before it begins.
 */
export function tameMarkdown(markdown: string): string {
  const flat = markdown.replace(/^[ \t]+/gm, (space) => space.replaceAll('\t', '    ').slice(0, widestIndent)).replace(stackedMarkers, '$1')
  return flat.split(paragraphEnd).map(quietCrowd).join('')
}

/** Room for the lists in lists that we show, and a few more. */
const widestIndent = 16

/** More than three list markers in a row on one line: the first three stay. */
const stackedMarkers = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])){3})(?:[ \t]+(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/gm

/** Kept by the split, as every second piece. */
const paragraphEnd = /(\n[ \t]*\n)/

const maxMarks = 200

/** They stand for the marks that are words, where no parser takes them for more. */
const quiet: Record<string, string> = { '*': '\uE000', _: '\uE001', '[': '\uE002' }
const marks = Object.fromEntries(Object.entries(quiet).map(([mark, stand]) => [stand, mark]))

/** A paragraph of so many marks is not marked up. The bullet that begins a line stays one. */
function quietCrowd(paragraph: string): string {
  const count = paragraph.match(/[*_[]/g)?.length ?? 0
  if (count <= maxMarks) return paragraph
  return paragraph.replace(
    /^([ \t]*\*[ \t])?(.*)$/gm,
    (_, bullet: string | undefined, rest: string) => (bullet ?? '') + rest.replace(/[*_[]/g, (mark) => quiet[mark] ?? mark),
  )
}

export const loudWords = (text: string) => text.replace(/[\uE000-\uE002]/g, (stand) => marks[stand] ?? stand)
