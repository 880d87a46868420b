import type { ReactNode } from 'react'
import { Beans } from '../../ui/beans.tsx'

/** Replaces a page that this person cannot see, or that is not there. */
export function NoAccess({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6">
      <div className="max-w-[480px]">
        <Beans size={104} mood="sad" />
        <h1 className="mt-5 text-[1.875rem]">{title}</h1>
        <p className="mt-3 text-[1.125rem] text-soft">{children}</p>
        {action && <p className="mt-5.5 flex flex-wrap gap-3">{action}</p>}
      </div>
    </div>
  )
}
