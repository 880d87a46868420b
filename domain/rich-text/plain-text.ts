import type { Block, ListItem, RichText, Run } from './contract.ts'

const wordsOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** On one line and cut at a word, for previews and search engines. */
export function plainTextOf(tree: RichText, most: number): string {
  const blocks = tree.map((block) =>
    block.kind === 'list' ? block.items.map(({ runs }) => wordsOf(runs)).join(' · ') : wordsOf(block.runs),
  )
  return cutWords(blocks.join(' ').replace(/\s+/g, ' ').trim(), most)
}

/** With its lines, marks of lists and addresses, for calendars and plain mail. */
export function plainLinesOf(tree: RichText): string {
  return tree.map(linesOf).join('\n\n')
}

function linesOf(block: Block): string {
  return block.kind === 'list' ? block.items.map(itemLine).join('\n') : linkedWords(block.runs)
}

const itemLine = ({ depth, number, runs }: ListItem) =>
  `${'  '.repeat(depth - 1)}${number === null ? '-' : `${number}.`} ${linkedWords(runs)}`

/** A link says where it leads, unless its words do. */
const linkedWords = (runs: readonly Run[]) =>
  runs
    .map(({ text, href }, index) => {
      const ends = href !== runs[index + 1]?.href
      const address = href?.replace(/^mailto:/, '')
      return address && ends && !isSaid(address, text) ? `${text} (${address})` : text
    })
    .join('')

const isSaid = (address: string, text: string) => address === text || address === `${text}/`

/** Longer words end in an ellipsis, which counts. */
function cutWords(text: string, most: number): string {
  const characters: string[] = []
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    characters.push(segment)
    if (characters.length > most) break
  }
  if (characters.length <= most) return text
  const cut = characters.slice(0, Math.max(0, most - 1)).join('')
  const space = cut.lastIndexOf(' ')
  const isInWord = /^[\p{L}\p{N}]/u.test(text.slice(cut.length))
  const words = isInWord && space > cut.length / 2 ? cut.slice(0, space) : cut
  return `${words.replace(/[\s,;:·–-]+$/, '')}…`
}
