import type { Block, ListItem, RichText, Run } from './contract.ts'

const joinText = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** The text on one line, cut off at the end of a word, for previews and search engines. */
export function toPlainText(tree: RichText, maxLength: number): string {
  const blocks = tree.map((block) =>
    block.kind === 'list' ? block.items.map(({ runs }) => joinText(runs)).join(' · ') : joinText(block.runs),
  )
  return cutText(blocks.join(' ').replace(/\s+/g, ' ').trim(), maxLength)
}

/** The text with line breaks, list markers and URLs, for calendars and plain-text email. */
export function toPlainLines(tree: RichText): string {
  return tree.map(writeBlock).join('\n\n')
}

function writeBlock(block: Block): string {
  return block.kind === 'list' ? block.items.map(writeItem).join('\n') : writeRuns(block.runs)
}

const writeItem = ({ depth, number, runs }: ListItem) =>
  `${'  '.repeat(depth - 1)}${number === null ? '-' : `${number}.`} ${writeRuns(runs)}`

/** Adds the URL after a link, unless its text already is the URL. */
const writeRuns = (runs: readonly Run[]) =>
  runs
    .map(({ text, href }, index) => {
      const isLinkEnd = href !== runs[index + 1]?.href
      const address = href?.replace(/^mailto:/, '')
      return address && isLinkEnd && !isShownInText(address, text) ? `${text} (${address})` : text
    })
    .join('')

const isShownInText = (address: string, text: string) => address === text || address === `${text}/`

/** Cuts off longer text and adds an ellipsis, which counts as one character. */
function cutText(text: string, maxLength: number): string {
  const characters: string[] = []
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    characters.push(segment)
    if (characters.length > maxLength) break
  }
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, Math.max(0, maxLength - 1)).join('')
  const space = cut.lastIndexOf(' ')
  const isInWord = /^[\p{L}\p{N}]/u.test(text.slice(cut.length))
  const words = isInWord && space > cut.length / 2 ? cut.slice(0, space) : cut
  return `${words.replace(/[\s,;:·–-]+$/, '')}…`
}
