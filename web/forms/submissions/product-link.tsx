import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../app-state.ts'

/** The answer leads to its page, if it has one here: the domains of communities do not have these pages. */
export function ProductLink({ to, isReady, children }: { to: string; isReady: boolean; children: ReactNode }) {
  const { host } = useConfig()
  return isReady && host === 'product' ? (
    <Link to={to} className="font-medium text-court underline-offset-3 hover:underline">
      {children}
    </Link>
  ) : (
    children
  )
}
