import { Fragment, type ReactNode } from 'react'
import type { Block, ListItem, Run, RichText as Tree } from '../../domain/rich-text/contract.ts'
import { joinClasses } from './class-names.ts'

/** Uses the position of each piece as its React key. This is safe because the text is only replaced as a whole. */
const withKeys = <Piece,>(pieces: readonly Piece[]) => pieces.map((piece, index) => ({ piece, key: index }))

/**
 * Shows text that a user wrote in Markdown, after the server or the preview has parsed it. We render only our own elements, so the
 * text cannot add HTML.
 */
export function RichText({ tree, className }: { tree: Tree; className?: string | undefined }) {
  return (
    <div className={joinClasses('grid max-w-[72ch] gap-3 wrap-anywhere', className)}>
      {withKeys(tree).map(({ piece, key }) => (
        <BlockView key={key} block={piece} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'list') return <ItemList items={block.items} depth={1} />
  const text = <Runs runs={block.runs} />
  return block.kind === 'heading' ? (
    <h3 className="mt-2 text-body font-bold first:mt-0">{text}</h3>
  ) : (
    <p className="whitespace-pre-line">{text}</p>
  )
}

type Branch = { item: ListItem; children: ListItem[] }

/** Puts each deeper item under the item before it. */
function nestItems(items: readonly ListItem[], depth: number): Branch[] {
  const branches: Branch[] = []
  for (const item of items) {
    const last = branches.at(-1)
    if (last && item.depth > depth) last.children.push(item)
    else branches.push({ item, children: [] })
  }
  return branches
}

function ItemList({ items, depth }: { items: readonly ListItem[]; depth: number }): ReactNode {
  const [first] = items
  if (!first) return null
  const branches = withKeys(nestItems(items, depth)).map(({ piece: { item, children }, key }) => (
    <li key={key} className="whitespace-pre-line pl-1">
      <Runs runs={item.runs} />
      <ItemList items={children} depth={depth + 1} />
    </li>
  ))
  const classes = 'grid gap-1 pl-5 marker:text-soft'
  return first.number === null ? (
    <ul className={joinClasses('list-disc', classes)}>{branches}</ul>
  ) : (
    <ol start={first.number} className={joinClasses('list-decimal', classes)}>
      {branches}
    </ol>
  )
}

/** Joins neighboring runs with the same address into one link, even if they are formatted differently. */
function Runs({ runs }: { runs: readonly Run[] }) {
  const pieces: { href: string | undefined; runs: Run[] }[] = []
  for (const run of runs) {
    const last = pieces.at(-1)
    if (last && last.href === run.href) last.runs.push(run)
    else pieces.push({ href: run.href, runs: [run] })
  }
  return withKeys(pieces).map(({ piece, key }) => {
    const text = piece.runs.map(renderRun)
    return piece.href === undefined ? (
      <Fragment key={key}>{text}</Fragment>
    ) : (
      <a
        key={key}
        href={piece.href}
        target="_blank"
        rel="noopener nofollow ugc"
        className="font-medium text-court underline underline-offset-3"
      >
        {text}
      </a>
    )
  })
}

function renderRun({ text, isBold, isItalic }: Run, index: number): ReactNode {
  const content = isItalic ? <em>{text}</em> : text
  return <Fragment key={index}>{isBold ? <strong className="font-bold">{content}</strong> : content}</Fragment>
}
