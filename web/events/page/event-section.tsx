import { type ReactNode, useId } from 'react'

export function EventSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-[1.25rem]">
        {title}
        {aside && <span className="font-normal text-soft"> {aside}</span>}
      </h2>
      {children}
    </section>
  )
}
