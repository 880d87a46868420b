import { fromMarkdown } from 'mdast-util-from-markdown'
import { type Block, deepestItem, type ListItem, type RichText, type Run } from './contract.ts'
import { safeHref, splitAddresses } from './safe-href.ts'
import { loudWords, tameMarkdown } from './tame-markdown.ts'

const longestRead = 20_000

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type Look = Omit<Run, 'text'>

/** What we do not offer stays the words that were typed, tags of HTML before all. */
const notOffered = ['htmlFlow', 'htmlText', 'blockQuote', 'codeIndented', 'codeFenced', 'codeText', 'definition', 'setextUnderline']

/**
 * The one way from what a person wrote to what others are shown: bold, italic, links, lists, line breaks and small
 * headings. Pictures become their description, and links that lead elsewhere than to pages and mailboxes their words.
 */
export function readRichText(markdown: string): RichText {
  const text = tameMarkdown(markdown.slice(0, longestRead).toWellFormed().replace(/\r\n?/g, '\n'))
  return readBlocks(fromMarkdown(text, { extensions: [{ disable: { null: notOffered } }] }))
}

const childrenOf = (node: Node): Node[] => ('children' in node ? node.children : [])

function readBlocks(node: Node): Block[] {
  return childrenOf(node).flatMap((child): Block[] => {
    if (child.type === 'list') {
      const items = readItems(child, 1)
      return items.length > 0 ? [{ kind: 'list', items }] : []
    }
    const runs = readRuns(child)
    return runs.length > 0 ? [{ kind: child.type === 'heading' ? 'heading' : 'paragraph', runs }] : []
  })
}

function readItems(list: Node, depth: number): ListItem[] {
  if (list.type !== 'list') return []
  const first = list.ordered ? (list.start ?? 1) : null
  return list.children.flatMap((item, index): ListItem[] => {
    const words = item.children
      .filter(({ type }) => type !== 'list')
      .map(readRuns)
      .filter(({ length }) => length > 0)
    const runs = words.flatMap((own, at) => (at === 0 ? own : [{ text: '\n' }, ...own]))
    const inner = item.children.flatMap((child) => readItems(child, depth + 1))
    const own = { depth: depth < 2 ? 1 : depth === 2 ? 2 : deepestItem, number: first === null ? null : first + index, runs } as const
    return runs.length > 0 ? [own, ...inner] : inner
  })
}

function readRuns(block: Node): Run[] {
  const runs: Run[] = []
  for (const run of walk(block, {})) {
    const last = runs.at(-1)
    if (last && isAlike(last, run)) last.text += run.text
    else runs.push(run)
  }
  return trimEnds(runs)
}

const isAlike = (a: Look, b: Look) => a.isBold === b.isBold && a.isItalic === b.isItalic && a.href === b.href

function* walk(node: Node, look: Look): Generator<Run> {
  if (node.type === 'image') yield { ...look, text: loudWords(node.alt ?? '') }
  if (node.type === 'break') yield { ...look, text: '\n' }
  if (node.type === 'text') yield* withAddresses(loudWords(node.value), look)
  for (const child of childrenOf(node)) yield* walk(child, lookOf(node, look))
}

function lookOf(node: Node, look: Look): Look {
  if (node.type === 'strong') return { ...look, isBold: true }
  if (node.type === 'emphasis') return { ...look, isItalic: true }
  const href = node.type === 'link' ? safeHref(loudWords(node.url)) : null
  return href ? { ...look, href } : look
}

function* withAddresses(text: string, look: Look): Generator<Run> {
  if (look.href) yield { ...look, text }
  else for (const { text: piece, href } of splitAddresses(text)) yield { ...look, ...(href ? { href } : {}), text: piece }
}

function trimEnds(runs: Run[]): Run[] {
  const [first] = runs
  if (first) first.text = first.text.trimStart()
  const last = runs.at(-1)
  if (last) last.text = last.text.trimEnd()
  return runs.filter(({ text }) => text !== '')
}
