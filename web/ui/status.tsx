import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type StatusTone = 'good' | 'warn' | 'bad' | 'quiet' | 'live'

const dots: Record<StatusTone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-edge',
  live: 'bg-ball ring-[1.5px] ring-on-ball',
}

/** A status as a word with a colored dot. The word carries the meaning, and the color only supports it. The dot stays at the first line. */
export function Status({ tone, children, className }: { tone: StatusTone; children: ReactNode; className?: string }) {
  return (
    <span className={joinClasses('inline-flex items-baseline gap-2 whitespace-nowrap font-medium', className)}>
      <span className={joinClasses('size-2 flex-none rounded-full', dots[tone])} />
      {children}
    </span>
  )
}
