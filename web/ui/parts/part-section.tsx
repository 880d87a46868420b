import type { ReactNode } from 'react'
import { joinClasses } from '../class-names.ts'

/** The title and intro at the left, and the parts at the right. */
export function PartSection({ title, children, intro }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-12 gap-y-6 border-t border-line py-9 lg:grid-cols-[184px_minmax(0,1fr)] lg:py-12">
      <div>
        <h2>{title}</h2>
        {intro && <p className="mt-2 max-w-[40ch] text-small text-soft">{intro}</p>}
      </div>
      <div className="grid min-w-0 gap-8">{children}</div>
    </section>
  )
}

export function PartRow({ name, children, className }: { name?: string; children: ReactNode; className?: string }) {
  return (
    <div className="grid gap-2.5">
      {name && <p className="text-tiny text-soft">{name}</p>}
      <div className={joinClasses('flex flex-wrap items-center gap-2.5', className)}>{children}</div>
    </div>
  )
}
