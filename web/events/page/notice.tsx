import type { ReactNode } from 'react'

export const Notice = ({ children }: { children: ReactNode }) => (
  <div className="mt-5 grid max-w-[64ch] gap-1 border-l-2 border-line pl-4">{children}</div>
)
