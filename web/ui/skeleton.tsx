import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

/** One gray shape. Give it the size of the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={joinClasses('block animate-pulse rounded-[6px] bg-wash', className)} />
}

/** Contains the gray shapes. Screen readers read the label instead of the shapes. */
export function Loading({ label = 'Loading', children, className }: { label?: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

const lineWidths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3', 'w-3/4']

/** Up to six lines; the last is the shortest. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span className={joinClasses('grid gap-2.5', className)}>
      {[...lineWidths.slice(0, lines - 1), 'w-1/2'].map((width) => (
        <Skeleton key={width} className={joinClasses('h-3.5', width)} />
      ))}
    </span>
  )
}

/** The gray shapes of a game in a list of results: a picture, three lines and a price. */
export function SkeletonRow() {
  return (
    <span className="grid grid-cols-[64px_1fr_auto] items-center gap-3.5 border-t border-line py-3.5 sm:grid-cols-[128px_1fr_auto] sm:gap-4">
      <Skeleton className="h-13 rounded-thumb sm:h-23" />
      <span className="grid gap-2">
        <Skeleton className="h-3 w-20" />
        <Skeleton className="h-4.5 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </span>
      <Skeleton className="h-4 w-10" />
    </span>
  )
}
