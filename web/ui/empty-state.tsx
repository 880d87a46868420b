import type { ReactNode } from 'react'
import { Beans } from './beans.tsx'
import { joinClasses } from './class-names.ts'

type EmptyStateProps = {
  title: string
  /** One sentence that says what to do next. */
  children?: ReactNode
  action?: ReactNode
  hasBeans?: boolean
  className?: string
}

export function EmptyState({ title, children, action, hasBeans = true, className }: EmptyStateProps) {
  return (
    <div className={joinClasses('grid max-w-md justify-items-start gap-2 py-8', className)}>
      {hasBeans && <Beans size={64} mood="plain" />}
      <p className="text-title font-bold tracking-tight text-balance wrap-anywhere">{title}</p>
      {children && <div className="text-soft wrap-anywhere">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap gap-2.5">{action}</div>}
    </div>
  )
}
