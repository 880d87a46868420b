import { fromMarkdown } from 'mdast-util-from-markdown'
import { type Block, type ListItem, maxListDepth, type RichText, type Run } from './contract.ts'
import { limitMarkdown, restoreMarks } from './limit-markdown.ts'
import { safeHref, splitLinks } from './safe-href.ts'

const maxTextLength = 20_000

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type TextStyle = Omit<Run, 'text'>

/** Markdown syntax that we do not support stays plain text. Most of all HTML tags. */
const unsupportedSyntax = ['htmlFlow', 'htmlText', 'blockQuote', 'codeIndented', 'codeFenced', 'codeText', 'definition', 'setextUnderline']

/**
 * The only function that turns user text into something others see: bold, italic, links, lists, line breaks and small
 * headings. A picture becomes its description. A link that is neither a web page nor an email address becomes plain text.
 */
export function readRichText(markdown: string): RichText {
  const text = limitMarkdown(markdown.slice(0, maxTextLength).toWellFormed().replace(/\r\n?/g, '\n'))
  return readBlocks(fromMarkdown(text, { extensions: [{ disable: { null: unsupportedSyntax } }] }))
}

const getChildren = (node: Node): Node[] => ('children' in node ? node.children : [])

function readBlocks(node: Node): Block[] {
  return getChildren(node).flatMap((child): Block[] => {
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
    const paragraphs = item.children
      .filter(({ type }) => type !== 'list')
      .map(readRuns)
      .filter(({ length }) => length > 0)
    const runs = paragraphs.flatMap((itemRuns, at) => (at === 0 ? itemRuns : [{ text: '\n' }, ...itemRuns]))
    const nestedItems = item.children.flatMap((child) => readItems(child, depth + 1))
    const ownItem = { depth: depth < 2 ? 1 : depth === 2 ? 2 : maxListDepth, number: first === null ? null : first + index, runs } as const
    return runs.length > 0 ? [ownItem, ...nestedItems] : nestedItems
  })
}

function readRuns(block: Node): Run[] {
  const runs: Run[] = []
  for (const run of readNode(block, {})) {
    const last = runs.at(-1)
    if (last && hasSameStyle(last, run)) last.text += run.text
    else runs.push(run)
  }
  return trimEnds(runs)
}

const hasSameStyle = (a: TextStyle, b: TextStyle) => a.isBold === b.isBold && a.isItalic === b.isItalic && a.href === b.href

function* readNode(node: Node, style: TextStyle): Generator<Run> {
  if (node.type === 'image') yield { ...style, text: restoreMarks(node.alt ?? '') }
  if (node.type === 'break') yield { ...style, text: '\n' }
  if (node.type === 'text') yield* readTextWithLinks(restoreMarks(node.value), style)
  for (const child of getChildren(node)) yield* readNode(child, getStyle(node, style))
}

function getStyle(node: Node, style: TextStyle): TextStyle {
  if (node.type === 'strong') return { ...style, isBold: true }
  if (node.type === 'emphasis') return { ...style, isItalic: true }
  const href = node.type === 'link' ? safeHref(restoreMarks(node.url)) : null
  return href ? { ...style, href } : style
}

function* readTextWithLinks(text: string, style: TextStyle): Generator<Run> {
  if (style.href) yield { ...style, text }
  else for (const { text: piece, href } of splitLinks(text)) yield { ...style, ...(href ? { href } : {}), text: piece }
}

function trimEnds(runs: Run[]): Run[] {
  const [first] = runs
  if (first) first.text = first.text.trimStart()
  const last = runs.at(-1)
  if (last) last.text = last.text.trimEnd()
  return runs.filter(({ text }) => text !== '')
}
