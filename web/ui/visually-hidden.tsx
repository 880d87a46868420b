import type { ReactNode } from 'react'

/** Text that only screen readers read. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
