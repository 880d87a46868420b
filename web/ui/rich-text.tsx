import { Fragment, type ReactNode } from 'react'
import type { Block, ListItem, Run, RichText as Tree } from '../../domain/rich-text/contract.ts'
import { joinClasses } from './class-names.ts'

/** What a person wrote has no names and is only ever replaced as a whole: the place of a piece is its key. */
const keyed = <Piece,>(pieces: readonly Piece[]) => pieces.map((piece, place) => ({ piece, key: place }))

/** What a person wrote, as the server or the preview has read it. Every piece becomes an element of ours: no words become markup. */
export function RichText({ tree, className }: { tree: Tree; className?: string | undefined }) {
  return (
    <div className={joinClasses('grid max-w-[72ch] gap-3 wrap-anywhere', className)}>
      {keyed(tree).map(({ piece, key }) => (
        <BlockView key={key} block={piece} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'list') return <ItemList items={block.items} depth={1} />
  const words = <Words runs={block.runs} />
  return block.kind === 'heading' ? (
    <h3 className="mt-2 text-body font-bold first:mt-0">{words}</h3>
  ) : (
    <p className="whitespace-pre-line">{words}</p>
  )
}

type Branch = { item: ListItem; under: ListItem[] }

/** Items that are deeper stand under the one before them. */
function growBranches(items: readonly ListItem[], depth: number): Branch[] {
  const branches: Branch[] = []
  for (const item of items) {
    const last = branches.at(-1)
    if (last && item.depth > depth) last.under.push(item)
    else branches.push({ item, under: [] })
  }
  return branches
}

function ItemList({ items, depth }: { items: readonly ListItem[]; depth: number }): ReactNode {
  const [first] = items
  if (!first) return null
  const branches = keyed(growBranches(items, depth)).map(({ piece: { item, under }, key }) => (
    <li key={key} className="whitespace-pre-line pl-1">
      <Words runs={item.runs} />
      <ItemList items={under} depth={depth + 1} />
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

/** Runs with one address are one link, however they look. */
function Words({ runs }: { runs: readonly Run[] }) {
  const pieces: { href: string | undefined; runs: Run[] }[] = []
  for (const run of runs) {
    const last = pieces.at(-1)
    if (last && last.href === run.href) last.runs.push(run)
    else pieces.push({ href: run.href, runs: [run] })
  }
  return keyed(pieces).map(({ piece, key }) => {
    const words = piece.runs.map(styled)
    return piece.href === undefined ? (
      <Fragment key={key}>{words}</Fragment>
    ) : (
      <a
        key={key}
        href={piece.href}
        target="_blank"
        rel="noopener nofollow ugc"
        className="font-medium text-court underline underline-offset-3"
      >
        {words}
      </a>
    )
  })
}

function styled({ text, isBold, isItalic }: Run, index: number): ReactNode {
  const leaning = isItalic ? <em>{text}</em> : text
  return <Fragment key={index}>{isBold ? <strong className="font-bold">{leaning}</strong> : leaning}</Fragment>
}
